// No sentence stands in a component: whatever JSX says comes from the catalogues.
import ts from "typescript";
import { expect, test } from "vitest";

const COMPONENTS = Object.entries(
  import.meta.glob<string>("../**/*.tsx", { query: "?raw", import: "default", eager: true }),
).filter(([path]) => !path.includes(".test."));

/** What is the same in every language. */
const NAMES = new Set(["CSV", "XLSX", "Syn", "slator"]);
const SAID = new Set(["title", "aria-label", "placeholder", "label", "alt"]);

function literals(path: string, text: string): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isJsxText(node)) found.push(node.text.trim());
    if (ts.isJsxAttribute(node) && SAID.has(node.name.getText()) && node.initializer) {
      const { initializer } = node;
      const value = ts.isJsxExpression(initializer) ? initializer.expression : initializer;
      if (value && ts.isStringLiteralLike(value)) found.push(value.text);
      if (value && ts.isTemplateExpression(value)) {
        found.push(value.head.text, ...value.templateSpans.map((span) => span.literal.text));
      }
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found
    .map((one) => one.trim())
    .filter((one) => /\p{L}{2}/u.test(one) && !NAMES.has(one))
    .map((one) => `${path}: ${one}`);
}

test("the parser finds what stands in a component", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a component.
  const faulty = '<p title={`Now ${x}`}>Hello <b aria-label="there">CSV</b></p>;';
  expect(literals("a.tsx", faulty)).toEqual(["a.tsx: Now", "a.tsx: Hello", "a.tsx: there"]);
});

test("no component says anything that is not in the catalogues", () => {
  expect(COMPONENTS.length).toBeGreaterThan(50);
  expect(COMPONENTS.flatMap(([path, text]) => literals(path, text))).toEqual([]);
});
