import Connections
import Discover
import Foundation
import Matching
import Meetups
import OrbitModels
import Profiles

/// What an archive says of the account itself.
struct ExportedAccount: Codable, Sendable {
    let userID: UserID
    let email: String
    let createdAt: Date
    let profile: Profile?
    let counting: CountingValues?

    enum CodingKeys: String, CodingKey {
        case email, profile, counting
        case userID = "user_id"
        case createdAt = "created_at"
    }
}

/// A photo with its bytes.
struct ExportedPhoto: Codable, Sendable {
    let id: PhotoID
    let mediaType: String
    let createdAt: Date
    /// In base64 (RFC 4648 §4).
    let content: Data

    enum CodingKeys: String, CodingKey {
        case id, content
        case mediaType = "media_type"
        case createdAt = "created_at"
    }
}

/// A sign-in on one device.
struct ExportedSession: Codable, Sendable {
    let createdAt: Date
    let refreshedAt: Date

    enum CodingKeys: String, CodingKey {
        case createdAt = "created_at"
        case refreshedAt = "refreshed_at"
    }
}

/// What kind of people the person wants to meet.
struct ExportedTaste: Codable, Sendable {
    let dealbreakers: Dealbreakers
    let lessLike: [UserID]

    enum CodingKeys: String, CodingKey {
        case dealbreakers
        case lessLike = "less_like"
    }
}

/// The people a person was shown on a day.
struct ExportedSeen: Codable, Sendable {
    let date: CalendarDay
    let people: [UserID]

    enum CodingKeys: String, CodingKey {
        case date
        case people = "user_ids"
    }
}

/// Whether the person is part of the daily pairing.
struct ExportedPairing: Codable, Sendable {
    let isPaused: Bool

    enum CodingKeys: String, CodingKey {
        case isPaused = "is_paused"
    }
}

/// A meetup that the person hosts.
struct ExportedMeetup: Codable, Sendable {
    let meetup: Meetup
    /// The number of the occurrence in its series.
    let number: Int?
    /// The secret part of its address.
    let link: String
}

/// The person's part in a meetup.
struct ExportedPart: Codable, Sendable {
    let meetupID: MeetupID
    let attendance: Attendance

    enum CodingKeys: String, CodingKey {
        case attendance
        case meetupID = "meetup_id"
    }
}

/// A post that the person likes.
struct ExportedLike: Codable, Sendable {
    let postID: PostID

    enum CodingKeys: String, CodingKey {
        case postID = "post_id"
    }
}
