import Foundation

/// Describes the place and the reason of a decoding failure, without the value, which may be private.
package enum DecodingReason {
    package static func describe(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "it could not be read" }
        switch error {
        case .keyNotFound(let key, let context):
            return "\(path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context):
            return "\(path(context.codingPath)) is null"
        case .typeMismatch(let type, let context):
            return "\(path(context.codingPath)) is not \(words(for: type))"
        case .dataCorrupted(let context):
            return context.codingPath.isEmpty
                ? "the document is not valid JSON" : "\(path(context.codingPath)) is not valid"
        @unknown default:
            return "it could not be read"
        }
    }

    /// Returns words for the type that a value should have had, because the name of a type means nothing to people.
    private static func words(for type: any Any.Type) -> String {
        switch type {
        case is [String: Any].Type: "an object"
        case is [Any].Type: "an array"
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
        default: "of the expected kind"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        let path = fieldPath(keys)
        return path.isEmpty ? "the value" : path
    }

    /// Returns the path of a field in the form of ``FieldFailure/path``, such as `invitee_ids[3]`.
    package static func fieldPath(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}
