import Foundation
import Networking
import OrbitModels
import Validation

/// A reader of the body of a request. It throws a ``HTTPProblem``.
public struct BodyReader<Input: Sendable>: Sendable {
    /// The maximum number of bytes of a body.
    package let limit: Int
    /// Returns the texts that distinguish requests with the same idempotency key and address.
    package let payload: @Sendable (RequestContext, Input) -> [String]
    package let read: @Sendable (RequestContext) throws -> Input
    /// Throws the ``HTTPProblem`` of the body's check; see ``checked(_:refusing:)``. It runs at the end of each
    /// operation, so that no operation commits a body that its check refuses.
    package let validate: @Sendable (Input) throws -> Void

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes of a body.
    ///   - payload: Returns the texts that distinguish requests with the same `Idempotency-Key` and address. The
    ///     closure receives the request and the result of `read`, before a transaction begins.
    ///   - read: Reads the body of a request, or throws a ``HTTPProblem``.
    ///   - validate: Throws the ``HTTPProblem`` of a check of the body.
    public init(
        limit: Int, payload: @escaping @Sendable (RequestContext, Input) -> [String],
        read: @escaping @Sendable (RequestContext) throws -> Input,
        validate: @escaping @Sendable (Input) throws -> Void = { _ in }
    ) {
        (self.limit, self.payload, self.read, self.validate) = (limit, payload, read, validate)
    }

    /// Reads and checks a body, without the store.
    ///
    /// - Throws: ``HTTPProblem``.
    package func check(_ call: RequestContext) throws { try validate(read(call)) }
}

extension BodyReader<Void> {
    /// A reader that ignores the body.
    public static let none = BodyReader(limit: 64 * 1_024, payload: { _, _ in [] }, read: { _ in })
}

extension BodyReader where Input: Decodable {
    /// A reader of JSON (RFC 8259) of at most 64 KiB.
    ///
    /// `decodeIfPresent` refuses a member that is null, and an `Identifier` has to be a string. A member
    /// that the type does not decode is ignored.
    ///
    /// Requests with equal bodies are the same request, regardless of the formatting of the JSON and of unknown
    /// members. Bodies of a type that is not `Encodable` are compared byte by byte.
    public static var json: Self {
        Self(
            limit: 64 * 1_024,
            payload: { call, body in
                let json = (body as? any Encodable).flatMap { body in
                    // A date outside the years 0 to 9999 cannot be written. Its body is compared byte by byte.
                    try? OrbitJSON.encoder.encode(body)
                }
                return [String(decoding: json ?? call.request.body, as: UTF8.self)]
            },
            read: { call in
                guard let type = call.contentType, type.isJSON else {
                    throw HTTPProblem.unsupportedMediaType(expected: "application/json")
                }
                do {
                    let body = try StrictJSON.scan(Array(call.request.body), of: .request)
                    return try JSONReader.requests.decode(Input.self, from: body)
                } catch let fault as StrictJSON.Fault {
                    throw HTTPProblem.malformed(fault.rawValue)
                } catch DecodingError.dataCorrupted(let context) where context.underlyingError is InvalidIdentifier {
                    throw HTTPProblem.malformedIdentifier(at: DecodingReason.fieldPath(context.codingPath))
                } catch DecodingError.dataCorrupted(let context) where context.underlyingError is UnknownTimeZone {
                    throw HTTPProblem.unknownTimeZone(at: DecodingReason.fieldPath(context.codingPath))
                } catch {
                    throw HTTPProblem.malformed(DecodingReason.describe(error))
                }
            })
    }
}

extension RequestContext {
    package var contentType: ParameterizedField? { headers[.contentType].flatMap { ParameterizedField($0) } }
}

extension ParameterizedField {
    /// Whether the media type is JSON. JSON is always UTF-8, so another `charset` is refused.
    fileprivate var isJSON: Bool {
        value == "application/json" && parameters["charset", default: "utf-8"].lowercased() == "utf-8"
    }
}
