public import Foundation
public import Networking
public import OrbitModels

/// The routes of __words_names__, which only their owner sees.
public enum __Name__Routes {
    /// `GET /__path_names__`. Returns `Page<__Name__>`, the latest first.
    public static let list = Route(.get, "/__path_names__")
    /// `POST /__path_names__`.
    ///
    /// Body: ``New__Name__Request``. Returns `Keyed<__Name__>`.
    public static let add = Route(.post, "/__path_names__")
    /// `DELETE /__path_names__/{__wire_name___id}`.
    public static let remove = Route(.delete, "/__path_names__/{__wire_name___id}")

    /// All routes of this area.
    public static let all = [list, add, remove]
}

/// Identifies one of the __words_names__.
public typealias __Name__ID = Identifier<__Name__>

/// One of the user's __words_names__.
public struct __Name__: Codable, Hashable, Sendable, Identifiable {
    /// The identifier.
    public let id: __Name__ID
    /// The text as the server stores it.
    public var text: String
    /// When it was added, by the server's clock.
    public var createdAt: Date

    /// Creates an element of the list.
    public init(id: __Name__ID, text: String, createdAt: Date) {
        self.id = id
        self.text = text
        self.createdAt = createdAt
    }

    private enum CodingKeys: String, CodingKey {
        case id, text
        case createdAt = "created_at"
    }
}

extension __Name__: JSONKeyed {
    /// The member `__wire_name__`.
    public static var jsonKey: String { "__wire_name__" }
    /// The member `__wire_names__`.
    public static var jsonListKey: String { "__wire_names__" }
}

/// The body of `POST /__path_names__`.
public struct New__Name__Request: Codable, Hashable, Sendable {
    /// The text; see ``__Name__Rules``.
    public var text: String

    /// Creates the body.
    public init(text: String) {
        self.text = text
    }
}
