// The match bands of a file, or of all together, as a bar and as a table.
import type { FileAnalysis } from "../../api/client";
import { useTranslation } from "../../messages";
import { number, percent } from "../../messages/intl";
import { bandName, colourOf, isTotal } from "./bands";

export function BandTable({ file }: { file: FileAnalysis }) {
  const { t } = useTranslation();
  const whole = Math.max(1, file.bands.find(isTotal)?.total ?? 0);
  const parts = file.bands.filter((band) => !isTotal(band));
  return (
    <div className="card">
      <h3>{file.document === null ? t("analysis.allFiles") : file.name}</h3>
      <div className="bands" aria-hidden="true">
        {parts.map((band) => (
          <span key={band.band} className={colourOf(file.bands, band)} style={{ flexGrow: band.total }} />
        ))}
      </div>
      <table className="table figures" aria-label={t("analysis.byBand")}>
        <thead>
          <tr>
            <th scope="col">{t("analysis.matchType")}</th>
            {[
              t("analysis.segments"),
              t("analysis.words"),
              t("analysis.characters"),
              t("analysis.total"),
              t("analysis.share"),
              t("analysis.rate"),
              t("analysis.weighted"),
            ].map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.bands.map((band) => (
            <tr key={band.band} className={isTotal(band) ? "total" : band.segments === 0 ? "none" : ""}>
              <th scope="row">
                <span className={`swatch ${isTotal(band) ? "" : colourOf(file.bands, band)}`} /> {bandName(band.band)}
              </th>
              <td className="number">{number(band.segments)}</td>
              <td className="number">{number(band.words)}</td>
              <td className="number">{number(band.characters)}</td>
              <td className="number">{number(band.total)}</td>
              <td className="number">{percent(band.total / whole)}</td>
              <td className="number">{band.rate === null ? "" : percent(band.rate / 100)}</td>
              <td className="number">{number(band.weighted)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
