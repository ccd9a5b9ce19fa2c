import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import OrbitModels

/// A problem that the server finds before or instead of the backend. The response has the envelope of the API.
package struct ServerProblem: Error, Hashable {
    /// The status of the response.
    package let status: Int
    /// The problem in the envelope.
    package let problem: Problem
    /// Whether the connection closes after the response, because its next bytes may belong to the same request.
    package let closes: Bool

    init(
        _ status: Int, _ code: ProblemCode, _ message: String, retryAfter: Int? = nil,
        details: [String: ParameterValue] = [:], closes: Bool = false
    ) {
        self.status = status
        problem = Problem(code: code, message: message, retryAfter: retryAfter, details: details)
        self.closes = closes
    }

    static let malformed = ServerProblem(400, .malformedRequest, "The request could not be read.", closes: true)
    static let badTarget = ServerProblem(400, .malformedRequest, "The address of the request could not be read.")
    static let truncated = ServerProblem(
        400, .malformedRequest, "The body of the request is shorter than announced.", closes: true)
    static let notFound = ServerProblem(404, .notFound, "There is nothing here.")
    static let tooSlow = ServerProblem(
        408, .unavailable, "The request took too long. Send it again.", retryAfter: 1, closes: true)
    static let headersTooLarge = ServerProblem(
        431, .payloadTooLarge, "The header fields of the request are too large.", closes: true)
    static let internalFailure = ServerProblem(
        500, .unavailable, "Something went wrong on the server. Try again in a moment.")

    static func bodyTooLarge(limit: Int) -> ServerProblem {
        ServerProblem(
            413, .payloadTooLarge, "The request is too large.", details: ["max_bytes": .integer(limit)], closes: true)
    }

    static func overloaded(retryAfter: Int) -> ServerProblem {
        ServerProblem(
            503, .unavailable, "The server is busy. Try again in a moment.", retryAfter: retryAfter, closes: true)
    }

    /// The header fields of the response.
    var fields: HTTPFields {
        var fields: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        if let seconds = problem.retryAfter { fields[.retryAfter] = String(seconds) }
        if closes { fields[.connection] = "close" }
        return fields
    }

    /// The bytes of the envelope.
    var body: ByteBuffer {
        // A problem has only strings and numbers, which can always be encoded.
        let envelope = Envelope<MessageData>.failure(problem)
        guard let json = try? OrbitJSON.encoder.encode(envelope) else { return ByteBuffer() }
        return ByteBuffer(bytes: json)
    }

    /// The response for Hummingbird.
    var response: Response {
        Response(
            status: HTTPTypes.HTTPResponse.Status(code: status), headers: fields,
            body: ResponseBody(byteBuffer: body))
    }
}
