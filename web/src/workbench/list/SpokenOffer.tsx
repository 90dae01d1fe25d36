// What the machine is sure of, for screen readers: said when the typing rests, not with every key.
import { useEffect, useState } from "react";
import { useTranslation } from "../../messages";

const REST = 900;

export function SpokenOffer({ words }: { words: string }) {
  const { t } = useTranslation();
  const [spoken, setSpoken] = useState("");
  useEffect(() => {
    setSpoken("");
    const timer = window.setTimeout(() => setSpoken(words), REST);
    return () => window.clearTimeout(timer);
  }, [words]);
  return (
    <span className="hidden-text" role="status" aria-label={t("segment.highlighted")}>
      {spoken}
    </span>
  );
}
