public import Foundation

/// The JSON codec of the API: explicit keys, RFC 3339 instants, stable output.
public enum OrbitJSON {
    /// Dates must be RFC 3339 with an offset.
    public static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = RFC3339.date(from: try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "expected an RFC 3339 date with an offset")
            }
            return date
        }
        return decoder
    }()

    /// Keys are sorted, so that equal values have equal bytes, which can be compared, hashed and used for entity tags.
    /// Throws for a date outside the years 0 to 9999.
    public static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            guard let text = RFC3339.string(from: date) else {
                throw EncodingError.invalidValue(
                    date.timeIntervalSince1970,  // not the date itself: describing one this far out traps
                    EncodingError.Context(
                        codingPath: encoder.codingPath, debugDescription: "the date lies outside the years 0 to 9999"))
            }
            try container.encode(text)
        }
        return encoder
    }()
}

/// Describes where and why decoding failed, without the value: it may be private.
package enum DecodingReason {
    package static func describe(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "it could not be read" }
        switch error {
        case .keyNotFound(let key, let context):
            return "\(path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context):
            return "\(path(context.codingPath)) is null"
        case .typeMismatch(let type, let context):
            return "\(path(context.codingPath)) is not a \(type)"
        case .dataCorrupted(let context):
            return context.codingPath.isEmpty
                ? "the document is not sound JSON" : "\(path(context.codingPath)) is not valid"
        @unknown default:
            return "it could not be read"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        let path = fieldPath(keys)
        return path.isEmpty ? "the value" : path
    }

    /// The path of a field as a ``FieldFailure`` names it, such as `invitee_ids[3]`.
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
