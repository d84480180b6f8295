// Unanswered presses and failures, by message.

/** The unanswered presses and the failures shown. */
export class Presses {
  constructor(person) {
    this.person = person;
    this.pending = new Map();
    this.failed = new Map();
  }

  busy(message) {
    return this.pending.has(message);
  }

  begin(message, customId) {
    this.pending.set(message, customId);
    this.failed.delete(message);
    this.redraw(message);
  }

  end(message, failure) {
    this.pending.delete(message);
    if (failure) this.failed.set(message, failure);
    this.redraw(message);
  }

  redraw(message) {
    const article = this.person.elements.get(message);
    if (article) this.show(article);
    if (this.failed.has(message)) this.person.settle();
  }

  /** Marks the message's components with their current state. */
  show(article) {
    const message = article.dataset.message;
    const waiting = this.pending.get(message);
    article.classList.toggle("busy", waiting !== undefined);
    for (const node of article.querySelectorAll("[data-custom-id]")) {
      node.classList.toggle("pending", node.dataset.customId === waiting);
      if (node.dataset.customId === waiting) node.setAttribute("aria-busy", "true");
      else node.removeAttribute("aria-busy");
    }
    const failure = article.querySelector(".failure");
    if (!failure) return;
    failure.textContent = this.failed.get(message) ?? "";
    failure.hidden = !failure.textContent;
  }
}
