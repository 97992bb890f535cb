/** Some of these tests look at the product as it is shipped. */
import { build } from "#scripts/prepare.mjs";

export default build;
