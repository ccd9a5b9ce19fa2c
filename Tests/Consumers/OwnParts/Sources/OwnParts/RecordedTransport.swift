import Foundation
import Networking

/// A transport that answers from recorded responses, for previews and screenshots without a backend.
struct RecordedTransport: HTTPTransport {
    /// The bodies of successful responses, by the path of their URL.
    let bodies: [String: Data]

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        // The client may retry: the server has received nothing.
        guard request.method == .get, let body = bodies[request.url.path()] else { throw .cannotConnect }
        let headers = HTTPHeaders(lenient: [("content-type", "application/json")])
        return HTTPResponse(status: 200, headers: headers, body: body)
    }
}
