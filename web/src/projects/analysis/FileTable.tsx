// Each file of an analysis in a line, and all together; one of them is chosen to be seen by band.
import type { Analysis, FileAnalysis } from "../../api/client";
import { useTranslation } from "../../messages";
import { number } from "../../messages/intl";
import { isTotal, type Band } from "./bands";

interface FileTableProps {
  result: Analysis;
  shown: number | null;
  show: (document: number | null) => void;
}

export function FileTable({ result, shown, show }: FileTableProps) {
  const { t } = useTranslation();
  const columns = [
    t("analysis.segments"),
    t("analysis.words"),
    t("analysis.characters"),
    t("analysis.total"),
    t("analysis.band.repetitions"),
    t("analysis.matches"),
    t("analysis.internalFuzzy"),
    t("analysis.band.new"),
    t("analysis.weighted"),
  ];
  return (
    <div className="card table-card">
      <table className="table figures" aria-label={t("analysis.byFile")}>
        <thead>
          <tr>
            <th scope="col">{t("files.name")}</th>
            {columns.map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...result.files, result.total].map((file) => (
            <tr key={file.document} className={file.document === null ? "total" : ""}>
              <th scope="row">
                <button
                  type="button"
                  className="cell-button"
                  aria-pressed={file.document === shown}
                  onClick={() => show(file.document)}
                >
                  {file.document === null ? t("analysis.allFiles") : file.name}
                </button>
              </th>
              {figures(file).map((figure, index) => (
                <td key={columns[index]} className="number">
                  {number(figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** In the order of the columns. */
function figures({ bands }: FileAnalysis): number[] {
  const total = bands.find(isTotal);
  const sum = (is: (band: Band) => boolean) =>
    bands.filter((band) => !isTotal(band) && is(band)).reduce((all, band) => all + band.total, 0);
  const internal = ({ band }: Band) => band.startsWith("internal ");
  const plain = ["repetitions", "new"];
  return [
    total?.segments ?? 0,
    total?.words ?? 0,
    total?.characters ?? 0,
    total?.total ?? 0,
    sum(({ band }) => band === "repetitions"),
    sum((band) => !internal(band) && !plain.includes(band.band)),
    sum(internal),
    sum(({ band }) => band === "new"),
    total?.weighted ?? 0,
  ];
}
