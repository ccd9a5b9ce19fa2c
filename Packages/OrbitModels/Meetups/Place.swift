/// The place of a meetup. Only attendees see it exactly. All other people see only the centre of its square in the
/// campus's grid.
public struct Place: Hashable, Sendable {
    /// The campus's own identifier of the place, such as the identifier of a building.
    public var id: String?
    /// The name for people, such as "Court 3".
    public var name: String?
    /// The postal address.
    public var address: String?
    /// The room in the building.
    public var room: String?
    /// The address of an online meeting.
    public var link: String?
    /// The point, or the centre of its square.
    public var coordinates: Coordinates?
    /// Whether this is the exact place and not only its square of the grid.
    public var isExact: Bool

    /// Creates a place.
    public init(
        id: String? = nil, name: String? = nil, address: String? = nil, room: String? = nil, link: String? = nil,
        coordinates: Coordinates? = nil, isExact: Bool = true
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.room = room
        self.link = link
        self.coordinates = coordinates
        self.isExact = isExact
    }
}

extension Place: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, name, address, room, link, coordinates
        case isExact = "exact"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decodeIfPresent(String.self, forKey: .id)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        address = try container.decodeIfPresent(String.self, forKey: .address)
        room = try container.decodeIfPresent(String.self, forKey: .room)
        link = try container.decodeIfPresent(String.self, forKey: .link)
        coordinates = try container.decodeIfPresent(Coordinates.self, forKey: .coordinates)
        isExact = try container.decodeIfPresent(Bool.self, forKey: .isExact) ?? true
    }
}

extension Place {
    /// Returns the place as visible to people who do not attend: only the centre of its grid square. The result is
    /// empty for a place without a point, such as an online meeting.
    public func snapped(to grid: CampusGrid) -> Place {
        Place(coordinates: coordinates.map { grid.centre(of: grid.square(of: $0)) }, isExact: false)
    }
}
