/** Which page is shown: the address says it, so links, reload and the back key work. */

export type Route =
  | { page: "home" }
  | { page: "table"; table: string }
  | { page: "rules"; rules: string }
  | { page: "glossary" };

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return ""; // not written by us: no page has such an address
  }
}

/** Read a path; whatever is unknown is the home page. */
export function parseRoute(path: string): Route {
  const [first = "", second = "", more] = path.replace(/^\//, "").split("/");
  const id = decoded(second);
  if (more === undefined && id !== "") {
    if (first === "t") return { page: "table", table: id };
    if (first === "rules") return { page: "rules", rules: id };
  }
  return first === "glossary" && second === "" ? { page: "glossary" } : { page: "home" };
}

const here = () => parseRoute(typeof location === "undefined" ? "/" : location.pathname);

let route = $state.raw<Route>(here());
let hasMoved = false;

/** Whether another page was shown before this one, so that the focus has to come along. */
export function hasGone(): boolean {
  return hasMoved;
}

export function currentRoute(): Route {
  return route;
}

/** Go to a page of this program, e.g. `/t/<table>`. */
export function go(path: string): void {
  history.pushState(null, "", path);
  route = here();
  hasMoved = true;
  scrollTo(0, 0);
}

/**
 * Follow the back key and clicks on links to pages of this program; returns the undoing.
 *
 * `left` is called before the back key changes the page.
 */
export function watchAddress(left: () => void): () => void {
  const moved = () => {
    left();
    hasMoved = true;
    route = here();
  };
  const clicked = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (link === null || !plain || event.defaultPrevented || link.target !== "") return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  addEventListener("popstate", moved);
  addEventListener("click", clicked);
  return () => {
    removeEventListener("popstate", moved);
    removeEventListener("click", clicked);
  };
}
