import Foundation
public import Networking
public import OrbitModels

/// Responses in the form that the API gives them.
extension HTTPResponse {
    /// `payload` in a success envelope.
    ///
    /// - Parameter receipt: what it says of the caller's log; `nil` from a server that keeps none.
    public static func success(
        _ payload: some Encodable, status: Int = 200, entityTag: EntityTag? = nil, receipt: LogReceipt? = nil
    ) throws -> HTTPResponse {
        var response = try json(LoggedEnvelope(.success(payload), receipt: receipt), status: status)
        if let entityTag { try response.headers.set(.etag, to: entityTag.rawValue) }
        return response
    }

    /// `problem` in a failure envelope, its retry time in the header as well.
    public static func problem(_ status: Int, _ problem: Problem) throws -> HTTPResponse {
        var response = try json(Envelope<MessageData>.failure(problem), status: status)
        if let seconds = problem.retryAfter { try response.headers.set(.retryAfter, to: String(seconds)) }
        return response
    }

    private static func json(_ envelope: some Encodable, status: Int) throws -> HTTPResponse {
        var response = HTTPResponse(status: status, body: try OrbitJSON.encoder.encode(envelope))
        try response.headers.set(.contentType, to: "application/json")
        return response
    }
}
