// The API documentation at /api/docs, made from the server's own description.
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";

SwaggerUI({ url: "/api/openapi.json", dom_id: "#docs", deepLinking: true });
