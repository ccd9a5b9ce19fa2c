/// A person's home, as coarsely as the person states it.
public struct Location: Codable, Hashable, Sendable {
    /// The city.
    public var city: String
    /// A state, province or region; `nil` in the many countries without them.
    public var state: String?
    /// The point on the map, if shared.
    public var coordinates: Coordinates?

    /// Creates a location.
    public init(city: String, state: String? = nil, coordinates: Coordinates? = nil) {
        self.city = city
        self.state = state
        self.coordinates = coordinates
    }
}

/// A point on the Earth, in degrees (WGS 84).
public struct Coordinates: Hashable, Sendable {
    /// The latitude, -90 to 90.
    public let latitude: Double
    /// The longitude, -180 to 180.
    public let longitude: Double

    /// Creates a point, or returns `nil` for values out of range and NaN.
    public init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}

extension Coordinates: Codable {
    private enum CodingKeys: String, CodingKey {
        case latitude = "lat"
        case longitude = "lng"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let latitude = try container.decode(Double.self, forKey: .latitude)
        let longitude = try container.decode(Double.self, forKey: .longitude)
        guard let point = Coordinates(latitude: latitude, longitude: longitude) else {
            throw DecodingError.dataCorruptedError(
                forKey: .latitude, in: container, debugDescription: "the point does not lie on the earth")
        }
        self = point
    }
}
