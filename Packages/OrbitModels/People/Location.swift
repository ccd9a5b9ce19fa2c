/// Where a person lives, as coarsely as the person states it.
public struct Location: Codable, Hashable, Sendable {
    /// The city.
    public var city: String
    /// A state, province or region; many countries have none.
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
