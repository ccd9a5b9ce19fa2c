import Foundation
public import OrbitModels
import Validation

/// A place that a person can enter by name, instead of finding themselves on a map.
public struct NamedPlace: Hashable, Sendable {
    /// The name of the place.
    public let name: String
    /// The coordinates of the place.
    public let coordinates: Coordinates

    /// Creates a place.
    public init(name: String, coordinates: Coordinates) {
        (self.name, self.coordinates) = (name, coordinates)
    }
}

extension ProfileViewModel {
    /// The point on the map as text, such as `42.4451, -76.4813`; empty if no point is set.
    public var coordinatesText: String {
        draft.location?.coordinates.map { "\($0.latitude), \($0.longitude)" } ?? ""
    }

    /// Sets the point from which distances are measured.
    ///
    /// - Parameters:
    ///   - text: The name of one of `places`, or latitude and longitude in degrees, such as `42.4451, -76.4813`. Empty
    ///     text removes the point.
    ///   - places: The places that can be entered by name, without regard to case and diacritics.
    /// - Returns: Whether the text was understood. If it was not, the draft is unchanged and ``failure`` has the
    ///   reason.
    @discardableResult
    public func setCoordinates(_ text: String, places: [NamedPlace] = []) -> Bool {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let point = places.first { $0.name.isSameName(as: text) }?.coordinates ?? Coordinates(typed: text)
        guard point != nil || text.isEmpty else {
            refuse(FieldFailure(path: "location.coordinates", code: .malformed))
            return false
        }
        var location = draft.location ?? Location(city: "")
        location.coordinates = point
        draft.location = location == Location(city: "") ? nil : location
        forgetRefusedChoice()
        return true
    }
}

extension Coordinates {
    /// Parses two decimal numbers that are separated by a comma, a semicolon or spaces.
    fileprivate init?(typed text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let parts = text.split { $0 == "," || $0 == ";" || $0.isWhitespace }
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(\.belongsToDecimal) }),
            let latitude = Double(parts[0]), let longitude = Double(parts[1])
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension String {
    fileprivate func isSameName(as other: String) -> Bool {
        other.utf8.count <= 256 && !other.isEmpty
            && compare(other, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
    }
}

extension UInt8 {
    /// Whether the byte is a digit, a point or a sign. Excludes `nan`, hexadecimal numbers and exponents.
    fileprivate var belongsToDecimal: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"): true
        default: false
        }
    }
}
