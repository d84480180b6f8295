// The connection to the server: calls, the event stream, and Discord's clock.
//
// A browser opens at most six connections to a host, and each stream uses one. So all tabs share one stream for each
// person: the tab that holds the person's lock listens and forwards events to the others.

/** Discord's time in milliseconds. */
export const clock = { offset: 0, now: () => Date.now() + clock.offset };

/** The error of a call while the server is gone. */
export const UNREACHABLE = "The sandbox server cannot be reached.";

/** Posts `body`, or gets without one, and returns the JSON. Throws an Error that can be shown. */
export async function call(path, body) {
  const request = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Error(UNREACHABLE);
  }
  const text = await response.text();
  let answer = {};
  try {
    answer = text ? JSON.parse(text) : {};
  } catch {
    if (response.ok) throw new Error("The sandbox server answered something that is not JSON.");
  }
  if (!response.ok) throw new Error(answer?.error || answer?.message || text.slice(0, 200) || `The sandbox server answered ${response.status}.`);
  return answer;
}

/** Returns the path with a query. */
export const query = (path, values) => `${path}?${new URLSearchParams(values)}`;

let count = 0;
/** Returns a new nonce, within Discord's 25 characters. */
export const freshNonce = () => `${Date.now().toString(36)}-${(++count).toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

const EVENTS = ["message", "edit", "delete", "channel", "role", "commands", "tiles", "modal", "typing", "failed", "ack"];

/**
 * Listens to a person's events. `heard(name, data)` gets each event, `status("open" | "lost")` each change. After every
 * "open" the listener must read the state again.
 */
export function listen(user, heard, status) {
  const air = "BroadcastChannel" in window ? new BroadcastChannel(`events:${user}`) : null;
  let leading = false;
  let current = "connecting";
  const pass = (item) => {
    if (item.status) {
      current = item.status;
      status(item.status);
    } else heard(item.name, item.data);
    if (leading) air?.postMessage(item);
  };
  if (air) {
    air.onmessage = ({ data: item }) => {
      if (item.hello) {
        if (leading) air.postMessage({ status: current });
      } else if (!leading && !(item.status && item.status === current)) pass(item);
    };
  }
  const lead = () => {
    leading = true;
    let wait = 500;
    const open = () => {
      const stream = new EventSource(query("/client/events", { user }));
      stream.onopen = () => {
        wait = 500;
        pass({ status: "open" });
      };
      stream.onerror = () => {
        if (current !== "lost") pass({ status: "lost" });
        if (stream.readyState !== EventSource.CLOSED) return;
        setTimeout(open, wait);
        wait = Math.min(wait * 2, 5000);
      };
      for (const name of EVENTS) stream.addEventListener(name, ({ data }) => pass({ name, data: data ? JSON.parse(data) : {} }));
    };
    open();
  };
  if (!air || !navigator.locks) return lead();
  navigator.locks.request(`events:${user}`, () => new Promise(lead));
  air.postMessage({ hello: true });
  setTimeout(() => !leading && current === "connecting" && pass({ status: "open" }), 1000);
}
