public import Foundation

/// The JSON coders of the API, with explicit keys, RFC 3339 dates and stable output.
public enum OrbitJSON {
    /// A decoder that requires RFC 3339 dates with an offset.
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

    /// An encoder with sorted keys. It throws for a date outside the years 0 to 9999.
    ///
    /// Equal values have equal bytes, which can be compared, hashed and used for entity tags.
    public static let encoder = JSONWriter()
}
