import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Networking

extension Networking.HTTPRequest {
    /// Creates the request of the backend, without its body.
    ///
    /// - Parameters:
    ///   - request: The request of the HTTP server.
    ///   - server: The scheme, host and port of the server. The field `Host` of a caller is not used.
    /// - Throws: ``ServerProblem/badTarget`` unless the target is a path with an optional query.
    init(_ request: Request, to server: String) throws(ServerProblem) {
        guard let target = request.head.path, target.hasPrefix("/"),
            let url = URL(string: server + target, encodingInvalidCharacters: false),
            let method = HTTPMethod(rawValue: request.method.rawValue)
        else { throw .badTarget }
        let fields = request.headers.map { (name: $0.name.canonicalName, value: $0.value) }
        self.init(method: method, url: url, headers: HTTPHeaders(lenient: fields))
    }
}

extension HTTPFields {
    /// The fields that the HTTP server writes itself.
    private static let ofServer: Set<String> = ["connection", "content-length", "transfer-encoding"]

    /// Creates the fields of a response of the backend.
    init(_ headers: HTTPHeaders) {
        self.init()
        for field in headers.fields where !Self.ofServer.contains(field.name.description) {
            guard let name = HTTPField.Name(field.name.description) else { continue }
            append(HTTPField(name: name, value: field.value))
        }
    }
}
