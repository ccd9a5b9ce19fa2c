import Foundation
import Matching
import Meetups
import OrbitModels
import Profiles
import Safety
import Validation

/// Takes what a reporter has chosen, in the transaction of the report.
///
/// Only what belongs to the person who is reported is taken, and of their profile only what the reporter may see of it,
/// or might before a block. What was reported itself is always taken.
struct EvidenceSnapshot {
    let context: Context
    let reporter: AccountRecord
    let accused: UserID
    let transaction: LogTransaction

    /// Those of a report, the reported thing first.
    func pieces(of about: ReportSubject, _ choices: [EvidenceChoice]) throws -> [Evidence] {
        let own: EvidenceChoice? =
            switch about.kind {
            case .meetup: EvidenceChoice(.meetup, meetupID: about.meetupID)
            case .photo: EvidenceChoice(.photo, photoID: about.photoID)
            case .post: EvidenceChoice(.post, postID: about.postID)
            default: nil
            }
        let chosen = own.map { own in [own] + choices.filter { $0 != own } } ?? choices
        return try chosen.map(piece)
    }

    private func piece(_ choice: EvidenceChoice) throws -> Evidence {
        switch choice.kind {
        case .profile: Evidence(.profile, person: try person())
        case .photos: Evidence(.photos, photos: try photos())
        case .photo:
            Evidence(
                .photo,
                photos: try choice.photoID
                    .flatMap { try EvidencePhotoRecord.keep($0, of: accused, in: transaction) }.map { [$0] })
        case .meetup: Evidence(.meetup, meetup: try meetup(choice.meetupID))
        case .post: Evidence(.post, text: try post(choice.postID))
        case .note: Evidence(.note, text: try note(choice.ratingID))
        case .text: Evidence(.text, text: choice.text.map { ReportTexts.evidence.cleaned($0) })
        default: Evidence(choice.kind)
        }
    }

    /// As a match sees them, of two who are matched or have parted; else as strangers do.
    private func shown() throws -> Person? {
        guard let account = try transaction.get(AccountRecord.self, accused.rawValue), let profile = account.profile
        else { return nil }
        let match = try MatchRecord.between(UserPair(reporter.id, accused), in: transaction)
        let day = context.day(on: account.campus, at: transaction.now)
        return Person(id: accused, profile: profile.seen(by: match == nil ? .stranger : .match, on: day))
    }

    /// Without photos, which are evidence of their own.
    private func person() throws -> Person? {
        var person = try shown()
        person?.profile.photos = []
        return person
    }

    private func photos() throws -> [PhotoID]? {
        try shown()?.profile.photos.compactMap { try EvidencePhotoRecord.keep($0.id, of: accused, in: transaction) }
    }

    private func meetup(_ id: MeetupID?) throws -> Meetup? {
        guard let id, let meetup = try MeetupRecord.of(id, in: transaction), meetup.hostID == accused else {
            return nil
        }
        let guest = try GuestRecord.of(reporter.id, at: id, in: transaction)
        return MeetupView(of: reporter, context, at: transaction.now).meetup(meetup, guest)
    }

    /// Once it is shown, and if it was written to the reporter.
    private func note(_ id: UserRatingID?) throws -> String? {
        guard let id, let record = try RatingRecord.given(id.rawValue, by: accused, in: transaction),
            record.rateeID == reporter.id, record.rating.isShown(at: transaction.now)
        else { return nil }
        return record.rating.note
    }

    private func post(_ id: PostID?) throws -> String? {
        guard let id, let post = try transaction.get(PostRecord.self, id.rawValue), post.authorID == accused,
            !post.isDeleted
        else { return nil }
        return post.text
    }
}
