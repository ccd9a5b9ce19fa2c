public typealias PhotoID = Identifier<Photo>

/// A profile photo on the server. The first in a profile is the primary one.
public struct Photo: Hashable, Sendable, Identifiable {
    /// Derived by the server from owner and content, so that sending a photo twice makes one.
    public let id: PhotoID
    public var url: String

    public init(id: PhotoID, url: String) {
        self.id = id
        self.url = url
    }
}

extension Photo: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, url
    }

    /// Reads `{ "id", "url" }`, and a bare URL, whose text then serves as the id.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {  // else it is a text
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
    /// Photos, none if the member is missing or null. Usually all of them are objects, or all bare URLs.
    func decodePhotos(forKey key: Key) throws -> [Photo] {
        if let urls = try? decodeIfPresent([String].self, forKey: key) {  // else some of them are objects
            return urls.map { Photo(id: PhotoID($0), url: $0) }
        }
        return try decodeIfPresent([Photo].self, forKey: key) ?? []
    }
}
