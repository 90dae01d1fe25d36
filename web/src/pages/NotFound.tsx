// Any address that the page does not know.
import { useTranslation } from "../messages";
import { Missing } from "./Missing";

export function NotFound() {
  const { t } = useTranslation();
  return <Missing title={t("frame.nothingHere")}>{t("frame.noSuchAddress")}</Missing>;
}
