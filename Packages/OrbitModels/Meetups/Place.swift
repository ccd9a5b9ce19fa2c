/// Where a meetup is. Only people who attend see it exactly; everyone else sees the middle of a square of the campus's
/// grid, and nothing else.
public struct Place: Hashable, Sendable {
    /// The campus's own identifier of the place, such as that of a building.
    public var id: String?
    /// For people: "Court 3".
    public var name: String?
    /// The postal address.
    public var address: String?
    /// The room in the building.
    public var room: String?
    /// The address of an online meeting.
    public var link: String?
    /// The point, or the middle of its square.
    public var coordinates: Coordinates?
    /// Whether this is the place itself, or only the square of the grid that it lies in.
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
    /// The place as people see it who do not attend: the middle of its square of the grid; nothing for a place that is
    /// only online, or without a point.
    public func snapped(to grid: CampusGrid) -> Place {
        Place(coordinates: coordinates.map { grid.centre(of: grid.square(of: $0)) }, isExact: false)
    }
}
