/// Identifies a photo.
public typealias PhotoID = Identifier<Photo>

/// A profile photo on the server. The first photo of a profile is the primary photo.
public struct Photo: Hashable, Sendable, Identifiable {
    /// The identifier. The server derives it from owner and content, so that uploading a photo twice creates only one
    /// photo.
    public let id: PhotoID
    /// The address of the image.
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

    /// Decodes `{ "id", "url" }` or a bare URL, which is then also the id. In a request, it has to be the object.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {  // otherwise it is a string
            self.init(
                id: try container.decode(PhotoID.self, forKey: .id),
                url: try container.decode(String.self, forKey: .url))
        } else if decoder.readsRequest {
            throw DecodingError.typeMismatch(
                [String: Any].self,
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "expected an object"))
        } else {
            let url = try decoder.singleValueContainer().decode(String.self)
            self.init(id: PhotoID(url), url: url)
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes photos; the list is empty if the member is missing or null.
    ///
    /// - Parameters:
    ///   - key: The member.
    ///   - decoder: The decoder of the object.
    func decodePhotos(forKey key: Key, of decoder: any Decoder) throws -> [Photo] {
        // Usually all photos are objects, or all are bare URLs.
        if let urls = try? decodeIfPresent([String].self, forKey: key),  // otherwise some of them are objects
            urls.isEmpty || !decoder.readsRequest
        {
            return urls.map { Photo(id: PhotoID($0), url: $0) }
        }
        return try decodeIfPresent([Photo].self, forKey: key) ?? []
    }
}

extension Photo: JSONKeyed {
    /// The member `photo`.
    public static var jsonKey: String { "photo" }
}
