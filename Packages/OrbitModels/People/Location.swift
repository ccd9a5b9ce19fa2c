/// Where someone lives, as coarsely as they said.
public struct Location: Codable, Hashable, Sendable {
    public var city: String
    /// A state, province or region; many countries have none.
    public var state: String?
    public var coordinates: Coordinates?

    public init(city: String, state: String? = nil, coordinates: Coordinates? = nil) {
        self.city = city
        self.state = state
        self.coordinates = coordinates
    }
}
