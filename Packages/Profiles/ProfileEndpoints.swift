import Foundation
public import Networking
public import OrbitModels
import TimeAndChance

/// The routes of the user's own profile and its photos, and of other people's.
public enum ProfileRoutes {
    /// `GET /users/me`.
    public static let me = Route(.get, "/users/me")
    /// `PUT /users/me`.
    public static let updateMe = Route(.put, "/users/me")
    /// `POST /users/me/photo`.
    public static let uploadPhoto = Route(.post, "/users/me/photo")
    /// A person on campus that the caller may see.
    public static let person = Route(.get, "/users/{user_id}")
    /// Responds with the image itself, not with an envelope.
    public static let photo = Route(.get, "/users/{user_id}/photos/{photo_id}")

    /// All routes of this area.
    public static let all = [me, updateMe, uploadPhoto, person, photo]
}

/// The response of `/users/me`: the profile, if there is one, and whether it is enough to be discovered.
public struct ProfileData: Codable, Hashable, Sendable {
    /// The caller.
    public var userID: UserID
    /// The address that they sign in with.
    public var email: String
    /// The saved profile; `nil` for a new account.
    public var profile: Profile?
    /// Whether it is enough to be suggested to others.
    public var profileComplete: Bool
    /// From when the profile's free hours and home count; `nil` if the server does not say.
    public var counting: CountingValues?

    /// Creates the data.
    public init(
        userID: UserID, email: String, profile: Profile?, profileComplete: Bool, counting: CountingValues? = nil
    ) {
        self.userID = userID
        self.email = email
        self.profile = profile
        self.profileComplete = profileComplete
        self.counting = counting
    }

    private enum CodingKeys: String, CodingKey {
        case email, profile, counting
        case userID = "user_id"
        case profileComplete = "profile_complete"
    }
}

/// From when what a person has saved of their free hours and home counts where others are compared with them. The first
/// counts at once, and a later one thirty days after the last that counted; matches see it at once.
///
/// ```swift
/// if let hours = data.counting?.availability, today < hours.from {
///     hours.before   // counts until then
/// }
/// ```
public struct CountingValues: Codable, Hashable, Sendable {
    /// Of the free hours; `nil` if none are saved.
    public var availability: CountingValue<WeeklyAvailability>?
    /// Of the point on the map; `nil` if none is saved.
    public var coordinates: CountingValue<Coordinates>?

    /// Creates the values.
    public init(
        availability: CountingValue<WeeklyAvailability>? = nil, coordinates: CountingValue<Coordinates>? = nil
    ) {
        (self.availability, self.coordinates) = (availability, coordinates)
    }
}

/// From when a saved value counts.
public struct CountingValue<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The first day on which the saved value counts, by the campus's calendar; it may have passed.
    public var from: CalendarDay
    /// What counts until that day; `nil` for nothing.
    public var before: Value?

    /// Creates the value.
    public init(from: CalendarDay, before: Value? = nil) {
        (self.from, self.before) = (from, before)
    }
}
