import Foundation
import Networking
import OrbitModels
import Validation

/// How an operation reads the body of a request; it throws a ``HTTPProblem``.
struct BodyReader<Input: Sendable>: Sendable {
    /// Bytes.
    let limit: Int
    let read: @Sendable (RequestContext) throws -> Input
}

extension BodyReader<Void> {
    /// Whatever is in the body is ignored.
    static let none = BodyReader(limit: 64 * 1_024) { _ in }
}

extension BodyReader where Input: Decodable {
    /// JSON (RFC 8259) of at most 64 KiB.
    static var json: Self {
        Self(limit: 64 * 1_024) { call in
            guard let type = call.contentType, type.isJSON else {
                throw HTTPProblem.unsupportedMediaType(expected: "application/json")
            }
            do {
                try StrictJSON.check(call.request.body, of: .request)
                return try OrbitJSON.decoder.decode(Input.self, from: call.request.body)
            } catch let fault as StrictJSON.Fault {
                throw HTTPProblem.malformed(fault.rawValue)
            } catch DecodingError.dataCorrupted(let context) where context.underlyingError is InvalidIdentifier {
                throw HTTPProblem.invalidInput(
                    [FieldFailure(path: DecodingReason.fieldPath(context.codingPath), code: .malformed)],
                    "This does not name anything. Load the page again.")
            } catch {
                throw HTTPProblem.malformed(DecodingReason.describe(error))
            }
        }
    }
}

extension RequestContext {
    var contentType: ParameterizedField? { headers[.contentType].flatMap { ParameterizedField($0) } }
}

extension ParameterizedField {
    /// JSON is always UTF-8; a parameter that says otherwise says that this is not JSON.
    fileprivate var isJSON: Bool {
        value == "application/json" && parameters["charset", default: "utf-8"].lowercased() == "utf-8"
    }
}
