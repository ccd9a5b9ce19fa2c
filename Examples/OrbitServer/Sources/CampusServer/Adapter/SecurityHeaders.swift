import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Adds the header fields that restrict browsers. A field that a response has already is kept.
struct SecurityHeaders: RouterMiddleware {
    private let fields: [HTTPField]

    /// - Parameter isSecure: Whether browsers reach the server only over https.
    init(isSecure: Bool) {
        var fields = [
            HTTPField(name: .xContentTypeOptions, value: "nosniff"),
            HTTPField(
                name: .contentSecurityPolicy,
                value:
                    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
            ),
        ]
        // The link to a shared plan or of a contact is a secret, which a referrer would pass on.
        if let name = HTTPField.Name("Referrer-Policy") {
            fields.append(HTTPField(name: name, value: "no-referrer"))
        }
        if isSecure { fields.append(HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")) }
        self.fields = fields
    }

    /// Adds the fields that a response does not have.
    func add(to headers: inout HTTPFields) {
        for field in fields where !headers.contains(field.name) { headers.append(field) }
    }

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        add(to: &response.headers)
        return response
    }
}
