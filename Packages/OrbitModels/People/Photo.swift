/// Identifies a photo.
public typealias PhotoID = Identifier<Photo>

/// A profile photo on the server. The first in a profile is the primary one.
public struct Photo: Hashable, Sendable, Identifiable {
    /// Derived by the server from owner and content, so that uploading a photo twice makes one photo.
    public let id: PhotoID
    /// Where to load it.
    public var url: String

    /// Creates a photo.
    public init(id: PhotoID, url: String) {
        self.id = id
        self.url = url
    }
}

extension Photo: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, url
    }

    /// Reads `{ "id", "url" }` or a bare URL, which then serves as the id.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {  // otherwise it is a string
            self.init(
                id: try container.decode(PhotoID.self, forKey: .id),
                url: try container.decode(String.self, forKey: .url))
        } else {
            let url = try decoder.singleValueContainer().decode(String.self)
            self.init(id: PhotoID(url), url: url)
        }
    }
}

extension KeyedDecodingContainer {
    /// Photos; none if the member is missing or null. Usually all of them are objects, or all are bare URLs.
    func decodePhotos(forKey key: Key) throws -> [Photo] {
        if let urls = try? decodeIfPresent([String].self, forKey: key) {  // otherwise some of them are objects
            return urls.map { Photo(id: PhotoID($0), url: $0) }
        }
        return try decodeIfPresent([Photo].self, forKey: key) ?? []
    }
}

extension Photo: WireNamed {
    /// The member `photo`.
    public static var wireName: String { "photo" }
}
