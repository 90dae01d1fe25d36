// The bundle comes without types; this is the part of it that we use.
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export default function SwaggerUI(options: { url: string; dom_id: string; deepLinking: boolean }): void;
}
