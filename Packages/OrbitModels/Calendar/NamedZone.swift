import Foundation

/// A time zone on the wire: its IANA name as a plain string.
struct NamedZone: Codable {
    let zone: TimeZone

    init(_ zone: TimeZone) {
        self.zone = zone
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let zone = TimeZone(identifier: try container.decode(String.self)) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "expected the name of a time zone",
                    underlyingError: UnknownTimeZone()))
        }
        self.zone = zone
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(zone.identifier)
    }
}

/// The reason in a `DecodingError` for a text that is not the name of a time zone.
package struct UnknownTimeZone: Error {}
