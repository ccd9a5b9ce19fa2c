import Foundation
public import Networking
public import OrbitModels

/// Responses in the envelope of the API.
extension HTTPResponse {
    /// Creates a response with `payload` in a success envelope.
    ///
    /// - Parameters:
    ///   - payload: The payload, encoded as JSON.
    ///   - status: The status code.
    ///   - entityTag: The value of the header `ETag`; `nil` for no header.
    ///   - receipt: The receipt of the caller's log; `nil` from a server without a log.
    /// - Throws: `EncodingError` if the payload cannot be encoded.
    public static func success(
        _ payload: some Encodable, status: Int = 200, entityTag: EntityTag? = nil, receipt: LogReceipt? = nil
    ) throws -> HTTPResponse {
        var response = try json(LoggedEnvelope(.success(payload), receipt: receipt), status: status)
        if let entityTag { try response.headers.set(.etag, to: entityTag.rawValue) }
        return response
    }

    /// Creates a response with `problem` in a failure envelope. The header `Retry-After` contains its retry time.
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
