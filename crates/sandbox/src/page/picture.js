// Pictures in messages, with their descriptions, and enlarged.

import { el, iconButton, safeUrl } from "./dom.js";

/** Makes a picture in a frame, with its description behind a badge. */
export function picture(url, alt, { width, height, filename } = {}) {
  const source = safeUrl(url);
  if (!source) return el("span", { class: "broken" }, "This picture cannot be shown");
  const image = el("img", { src: source, alt: alt ?? "", width, height, decoding: "async" });
  const frame = el("figure", { class: "picture", data: filename ? { attachment: filename } : {} },
    el("button", { type: "button", class: "picture-open", "aria-label": alt ? "Enlarge the picture" : `Enlarge ${filename ?? "the picture"}`, onclick: () => lightbox(source, alt) }, image));
  if (width && height) {
    frame.style.setProperty("--ratio", `${width} / ${height}`);
    frame.style.setProperty("--wide", Math.min(width, 550, (380 * width) / height));
  }
  image.addEventListener("error", () => frame.classList.add("failed"));
  if (alt) {
    const text = el("figcaption", { class: "alt-text", hidden: true }, alt);
    frame.append(text, el("button", {
      type: "button", class: "alt-badge", "aria-label": "Show the picture's description", "aria-expanded": "false",
      onclick: (event) => {
        text.hidden = !text.hidden;
        event.currentTarget.setAttribute("aria-expanded", String(!text.hidden));
      },
    }, "ALT"));
  }
  return frame;
}

/** Shows a picture large, with its description under it. */
function lightbox(source, alt) {
  const image = el("img", { src: source, alt: alt ?? "" });
  const box = el("dialog", { class: "lightbox", "aria-label": "Picture" },
    el("button", { type: "button", class: "lightbox-picture", "aria-label": "Switch between fitted and full size", onclick: () => box.classList.toggle("full") }, image),
    el("div", { class: "lightbox-foot" }, alt ? el("p", {}, alt) : null,
      el("a", { href: source, target: "_blank", rel: "noopener noreferrer" }, "Open the original")),
    iconButton("close", "Close", () => box.close()));
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}
