import BackendRuntime
import Meetups
import OrbitModels
import OrbitStore

/// The subject of a report, and the person who is responsible for it.
struct ReportedItem {
    /// The subject. It is equal for all reports of one case.
    let about: ReportSubject
    let accused: UserID

    /// Returns the subject of a report, if it exists on the reporter's campus.
    ///
    /// It does not depend on the reporter's view: blocks, suspensions and the deletion of content have no effect.
    ///
    /// - Returns: The subject; `nil` if it does not exist. The response to the reporter is the same in both cases.
    static func find(_ about: ReportSubject, on campus: String, in reader: any StoreReader) throws -> ReportedItem? {
        switch about.kind {
        case .person, .messages:
            // A report of messages belongs to the case of their sender. The messages are its evidence.
            return try person(about.userID, on: campus, in: reader).map { Self(about: .person($0), accused: $0) }
        case .photo:
            guard let owner = try person(about.userID, on: campus, in: reader), let photo = about.photoID else {
                return nil
            }
            // A report of a deleted photo is about its owner. Otherwise invented names of photos would create cases.
            let record = try reader.get(PhotoRecord.self, PhotoRecord.key(of: photo, owner: owner))
            return Self(about: record == nil ? .person(owner) : .photo(photo, of: owner), accused: owner)
        case .meetup:
            guard let id = about.meetupID, let meetup = try MeetupRecord.of(id, in: reader), meetup.campus == campus
            else { return nil }
            return Self(about: .meetup(id), accused: meetup.hostID)
        case .post:
            guard let id = about.postID, let post = try reader.get(PostRecord.self, id.rawValue),
                let meetup = try MeetupRecord.of(post.meetupID, in: reader), meetup.campus == campus
            else { return nil }
            return Self(about: .post(id), accused: post.authorID)
        default: return nil
        }
    }

    private static func person(_ id: UserID?, on campus: String, in reader: any StoreReader) throws -> UserID? {
        guard let id, let account = try reader.get(AccountRecord.self, id.rawValue), account.campus == campus,
            account.isComplete
        else { return nil }
        return id
    }
}
