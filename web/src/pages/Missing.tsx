// A view for an address that leads to nothing.
import { Link } from "wouter";
import { useTitle } from "../app/useTitle";
import { useTranslation } from "../messages";

export function Missing({ title, children }: { title: string; children: string }) {
  const { t } = useTranslation();
  useTitle(title);
  return (
    <section className="notice">
      <h1>{title}</h1>
      <p>{children}</p>
      <p>
        <Link href="/" className="button primary">
          {t("frame.allProjects")}
        </Link>
      </p>
    </section>
  );
}
