import { expect, test } from "vitest";
import { keysPage } from "./documentation";

test("the page of keys in the documentation is up to date; `npm test -- -u` writes it", async () => {
  await expect(keysPage()).toMatchFileSnapshot("../../../docs/keys.md");
});
