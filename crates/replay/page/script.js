"use strict";
// The page of a replay: data in, pictures, moves and receipts out. Words from the record are only ever set as text.
(() => {
  const data = JSON.parse(document.getElementById("match").textContent);
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const VIEWS = ["all", "public", "ec", "dmo"];
  const SEATS = ["ec", "dmo"];
  const LAST = data.moments.length - 1;

  const made = (tag, className, text) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  };
  // What stands between backticks is what can be typed.
  const written = (tag, className, text) => {
    const node = made(tag, className);
    const parts = text.split("`");
    if (parts.length % 2 === 0) node.textContent = text;
    else node.append(...parts.map((part, at) => (at % 2 ? made("code", "", part) : part)));
    return node;
  };
  const drawn = (tag, attributes) => {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
  };
  const markup = (text) => {
    const holder = drawn("g", {});
    holder.innerHTML = text;
    return holder;
  };

  // Pictures: each element is made when it is first seen.
  const { items, places, drawings, colours, letters } = data.pool;
  const nodes = [];
  const node = (number) => {
    if (nodes[number]) return nodes[number];
    const item = items[number];
    const [right, down] = places[item[0]];
    let element;
    if (item.length === 2) {
      element = markup(item[1]).firstElementChild;
      if (right || down) element.setAttribute("transform", `translate(${right} ${down})`);
    } else if (item.length === 6) {
      const [, x, y, scale, opacity, drawing] = item;
      element = markup(drawings[drawing]);
      element.setAttribute("transform", `translate(${right + x} ${down + y}) scale(${scale})`);
      if (opacity !== 1) element.setAttribute("opacity", opacity);
    } else {
      element = words(right, down, item);
    }
    return (nodes[number] = element);
  };
  const words = (right, down, [, x, y, size, bold, anchor, colour, text]) => {
    const font = letters[bold];
    let [path, pen] = ["", 0];
    for (const letter of text) {
      const [advance, outline] = font.all[letter] ?? [0, ""];
      if (outline) path += `M${pen} 0${outline}`;
      pen += advance;
    }
    const scale = size / font.units;
    const left = right + x - (pen * scale * anchor) / 2;
    return drawn("path", { d: path, fill: colours[colour], transform: `translate(${left} ${down + y}) scale(${scale})` });
  };

  /** What each picture is made of, view by view. */
  const frames = data.frames.map((hunks) => {
    let shown = [];
    return hunks.map((flat) => {
      shown = shown.slice();
      for (let i = 0; i < flat.length; ) {
        const [at, removed, count] = flat.slice(i, i + 3);
        shown.splice(at, removed, ...flat.slice(i + 3, i + 3 + count));
        i += 3 + count;
      }
      return shown;
    });
  });

  const board = $("board");
  board.setAttribute("viewBox", `0 0 ${data.width} ${data.height}`);
  const draw = () => {
    const used = new Set();
    const picture = frames[view][now].map((number) => {
      const element = node(number);
      if (used.has(number)) return element.cloneNode(true);
      used.add(number);
      return element;
    });
    board.replaceChildren(...picture);
  };

  // Where the page stands.
  let now = 0;
  let view = 0;
  let playing = null;

  const span = (ms) => {
    if (ms < 60000) return `${(ms / 1000).toFixed(ms < 9950 ? 1 : 0)} s`;
    const s = Math.round(ms / 1000);
    const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
    const two = (value) => String(value).padStart(2, "0");
    return h ? `${h}:${two(m)}:${two(s % 60)} h` : `${m}:${two(s % 60)} min`;
  };
  /** What the present view knows of an answer as it is given: an order in secret is its seat's and the truth's. */
  const said = (answer, seat) => {
    const known = !answer.secret || view === 0 || view === seat + 2;
    if (!known) return { text: "in secret", quiet: true, time: false, hidden: true };
    if (answer.given === "none") return { text: "no order", quiet: true, time: false };
    if (answer.given === "ready") return { text: "ready", quiet: true, time: true };
    return { text: answer.order, quiet: false, time: true, host: answer.given === "host" };
  };
  const name = (moment, seat) => (moment.names ?? data.names)[seat];

  const list = $("moves");
  const rows = data.moments.map((moment, index) => {
    const item = list.appendChild(made("li", moment.undone ? "undone" : ""));
    const button = item.appendChild(made("button"));
    button.type = "button";
    button.addEventListener("click", () => go(index));
    return button;
  });
  const listMoves = () => {
    data.moments.forEach((moment, index) => {
      const row = rows[index];
      row.replaceChildren(made("span", "stagename", moment.title + (moment.undone ? " (reverted)" : "")));
      (moment.answers ?? []).forEach((answer, seat) => {
        if (!answer) return;
        const { text, quiet, time, hidden } = said(answer, seat);
        if (hidden) return;
        const line = row.appendChild(made("span", "given"));
        line.append(made("span", `token ${SEATS[seat]}`), made("span", quiet ? "order quiet" : "order", text));
        if (time && answer.ms !== undefined) line.append(made("span", "time", span(answer.ms)));
        line.firstChild.setAttribute("role", "img");
        line.firstChild.setAttribute("aria-label", name(moment, seat));
      });
      // Where an order is hidden, what came of it as everyone was told.
      const hidden = (moment.answers ?? []).some((answer, seat) => answer && said(answer, seat).hidden);
      const [news] = hidden ? moment.told[1] : [];
      if (news !== undefined) row.append(written("span", "news", data.texts[news]));
    });
  };

  const flag = (parent, text) => parent.append(made("span", "flag", text));
  const tell = () => {
    const moment = data.moments[now];
    const title = $("moment");
    title.textContent = moment.title;
    if (moment.undone) flag(title, "reverted");
    const answers = $("answers");
    answers.replaceChildren();
    (moment.answers ?? []).forEach((answer, seat) => {
      if (!answer) return;
      const { text, quiet, time, host } = said(answer, seat);
      const line = answers.appendChild(made("p"));
      line.append(made("b", SEATS[seat], name(moment, seat)), made("span", quiet ? "quiet" : "order", text));
      if (time && answer.ms !== undefined) line.append(made("span", "time", `after ${span(answer.ms)}`));
      if (host) flag(line, "entered by the host");
      const receipt = moment.receipts?.[seat];
      if (receipt) line.append(proof(now, seat, receipt));
    });
    $("told").replaceChildren(...moment.told[view].map((text) => written("p", "", data.texts[text])));
    $("alt").textContent = data.texts[moment.alt[view]];
  };

  // Receipts: lower-case hex SHA-256 of nonce, a zero byte and the order.
  const held = new Map();
  const key = (moment, seat) => `${moment}.${seat}`;
  const proof = (moment, seat, [nonce, commitment]) => {
    const state = held.get(key(moment, seat));
    const [mark, className] = state === undefined ? ["", "quiet"] : state ? [" ✓", "good"] : [" ✗ does not hold", "bad"];
    const line = made("span", className);
    line.append("receipt ", made("code", "", commitment.slice(0, 8)), mark);
    line.title = `Receipt ${commitment}, key ${nonce}`;
    return line;
  };
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const holds = async ([nonce, commitment, order]) => {
    if (!/^[0-9a-f]{32}$/i.test(nonce)) return false;
    const hash = await crypto.subtle.digest("SHA-256", Uint8Array.from([...bytes(nonce), 0, ...new TextEncoder().encode(order)]));
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
  };
  const check = async () => {
    const section = $("receipts");
    const all = [];
    data.moments.forEach((moment, index) => (moment.receipts ?? []).forEach((receipt, seat) => receipt && all.push([index, seat, receipt])));
    if (!all.length && !data.failed.length) return;
    section.append(made("h2", "", "Receipts"));
    const say = (text, className) => section.append(made("p", className, text));
    const count = (number) => (number === 1 ? "one receipt" : `${number} receipts`);
    if (globalThis.crypto?.subtle) {
      try {
        for (const [index, seat, receipt] of all) held.set(key(index, seat), await holds(receipt));
        const bad = all.filter(([index, seat]) => !held.get(key(index, seat)));
        if (bad.length) say(`${bad.length} of ${count(all.length)} do not hold.`, "bad");
        else say(`${all.length === 1 ? "The one receipt holds" : `All ${all.length} receipts hold`}: checked in this browser just now.`, "good");
        section.dataset.checked = all.length - bad.length;
      } catch {
        say("Your browser could not check the receipts.");
      }
    } else {
      say(`Your browser does not check receipts on a page opened this way. When the page was made, ${data.failed.length ? "not all" : `all ${data.checked}`} held.`);
    }
    if (data.failed.length) {
      const failures = made("ul", "bad");
      for (const failure of data.failed.slice(0, 20)) failures.append(made("li", "", failure));
      section.append(failures);
    }
    const how = section.appendChild(made("p", "quiet"));
    how.append("A receipt is the SHA-256 of a random key, a zero byte and the order. It was shown as the order was sealed; the key was kept until the end. With the record, ", made("code", "", "deathmatch referee --verify FILE"), " checks the same.");
    tell();
  };

  const slider = $("slider");
  slider.max = LAST;
  for (const at of data.memorable) $("marks").append(Object.assign(made("option"), { value: at }));
  const go = (to, quietly) => {
    const next = Math.max(0, Math.min(LAST, to));
    if (!quietly) stop();
    const [from, moved] = [now, next !== now];
    now = next;
    slider.value = now;
    slider.setAttribute("aria-valuetext", `${now + 1} of ${LAST + 1}: ${data.moments[now].title}`);
    $("count").textContent = `${now + 1} / ${LAST + 1}`;
    for (const [id, off] of [["first", now === 0], ["back", now === 0], ["next", now === LAST], ["last", now === LAST]]) $(id).disabled = off;
    rows[from].removeAttribute("aria-current");
    rows[now].setAttribute("aria-current", "step");
    follow(rows[now]);
    draw();
    tell();
    if (moved && now === LAST) $("result").open = true;
    if (moved) remember();
  };
  /** Keeps the present move in sight within its list, without moving the page. */
  const follow = (row) => {
    const [box, line] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
    if (line.top < box.top) list.scrollTop += line.top - box.top - 8;
    else if (line.bottom > box.bottom) list.scrollTop += line.bottom - box.bottom + 8;
  };
  const look = (to) => {
    view = to;
    for (const input of document.querySelectorAll("#views input")) input.checked = Number(input.value) === view;
    listMoves();
    follow(rows[now]);
    draw();
    tell();
    remember();
  };
  const remember = () => {
    try {
      history.replaceState(null, "", `#${now + 1}-${VIEWS[view]}`);
    } catch {
      // Some browsers keep no address for a file.
    }
  };
  const recall = () => {
    const [, to, whose] = /^#(\d+)(?:-(\w+))?$/.exec(location.hash) ?? [];
    if (whose && VIEWS.includes(whose)) view = VIEWS.indexOf(whose);
    look(view);
    go(to ? Number(to) - 1 : 0);
  };

  const start = () => {
    if (now === LAST) go(0);
    const pace = () => 1200 / Number($("speed").value);
    const tick = () => {
      go(now + 1, true);
      if (now === LAST) stop();
      else playing = setTimeout(tick, pace());
    };
    playing = setTimeout(tick, pace() / 2);
    mark();
  };
  const stop = () => {
    clearTimeout(playing);
    playing = null;
    mark();
  };
  const mark = () => {
    const button = $("play");
    button.querySelector("path").setAttribute("d", playing === null ? "M5.5 4v12l9.5-6z" : "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z");
    button.setAttribute("aria-label", playing === null ? "Play" : "Stop");
  };
  const toggle = () => (playing === null ? start() : stop());

  ["Everything", "Everyone’s view", ...data.names].forEach((text, number) => {
    const label = $("views").appendChild(made("label"));
    const input = label.appendChild(made("input"));
    Object.assign(input, { type: "radio", name: "view", value: number });
    input.addEventListener("change", () => look(number));
    const seat = data.seats[number - 2];
    label.append(made("span", "", seat && seat !== text ? `${text} (${seat})` : text));
  });
  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(now - 1));
  $("next").addEventListener("click", () => go(now + 1));
  $("last").addEventListener("click", () => go(LAST));
  $("play").addEventListener("click", toggle);
  slider.addEventListener("input", () => go(Number(slider.value)));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = event.target;
    const own = (selector) => at.closest?.(selector);
    const moves = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: LAST };
    if (event.key in moves && !own("select, input")) go(moves[event.key]);
    else if (event.key === " " && !own("button, select, summary, input")) toggle();
    else if (/^[1-4]$/.test(event.key) && !own("select")) look(Number(event.key) - 1);
    else return;
    event.preventDefault();
  });
  let touch = null;
  board.addEventListener("touchstart", (event) => (touch = event.touches.length === 1 ? event.touches[0] : null), { passive: true });
  board.addEventListener("touchend", (event) => {
    if (!touch) return;
    const end = event.changedTouches[0];
    const [across, along] = [end.clientX - touch.clientX, end.clientY - touch.clientY];
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(along)) go(now + (across < 0 ? 1 : -1));
    touch = null;
  });
  addEventListener("hashchange", recall);

  $("replay").hidden = false;
  recall();
  check();
})();
