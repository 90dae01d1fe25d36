// What is beside or below a text stays where it is while the text gets shorter.

/**
 * Keep a place as high as what is in it has been at this width, and `spare` pixels more.
 * Return a function that lets go of it.
 */
export function keepHeight(place: HTMLElement, content: HTMLElement, spare: () => number = () => 0): () => void {
  let width = 0;
  const observer = new ResizeObserver(() => {
    if (content.offsetWidth !== width) place.style.minHeight = "";
    width = content.offsetWidth;
    const kept = Number.parseFloat(place.style.minHeight) || 0;
    place.style.minHeight = `${Math.max(content.getBoundingClientRect().height + spare(), kept)}px`;
  });
  observer.observe(content);
  return () => {
    observer.disconnect();
    place.style.minHeight = "";
  };
}
