import BackendRuntime
import Foundation
import Matching
import Meetups
import Moderation
import OrbitModels
import OrbitStore
import Profiles
import Safety
import Validation

/// A copy of the evidence that a reporter has chosen, in the transaction of the report.
///
/// Only content of the reported person is copied. A copied profile contains only the parts that the reporter may see,
/// or could see before a block. The reported item itself is the first piece. A piece that exceeds the
/// ``EvidenceBudget`` is marked as incomplete.
struct EvidenceSnapshot {
    /// The maximum size of a piece that names photos, in bytes.
    private static let maxBytesOfNames = 512

    let context: BackendContext
    let reporter: AccountRecord
    let accused: UserID
    let transaction: LogTransaction
    var budget: EvidenceBudget

    /// Returns the pieces of a report, the reported item first.
    ///
    /// - Parameters:
    ///   - about: The subject of the case.
    ///   - subject: The subject of the report. It names the reported messages.
    ///   - choices: The evidence that the reporter has chosen.
    mutating func pieces(
        of about: ReportSubject, reportedAs subject: ReportSubject, _ choices: [EvidenceChoice]
    ) throws -> [Evidence] {
        let own: EvidenceChoice? =
            switch about.kind {
            case .meetup: EvidenceChoice(.meetup, meetupID: about.meetupID)
            case .photo: EvidenceChoice(.photo, photoID: about.photoID)
            case .post: EvidenceChoice(.post, postID: about.postID)
            default: nil
            }
        let chosen = own.map { own in [own] + choices.filter { $0 != own } } ?? choices
        var pieces: [Evidence] = []
        if subject.kind == .messages { pieces.append(try messages(subject)) }
        for choice in chosen {
            var piece = try piece(choice, isReported: choice == own)
            if budget.resetIsExceeded() { piece.isIncomplete = true }
            pieces.append(piece)
        }
        try budget.record(in: transaction)
        return pieces
    }

    /// Copies the chosen messages of the reported person, in their order. The reporter takes part in the conversation,
    /// or took part in it. A block and a later deletion have no effect on the copy.
    private mutating func messages(_ subject: ReportSubject) throws -> Evidence {
        let nothing = Evidence(.messages)
        guard let id = subject.conversationID,
            let conversation = try transaction.get(ConversationRecord.self, id.rawValue),
            try conversation.with([reporter.id], in: transaction).participant(reporter.id) != nil
        else { return nothing }
        let numbers = Set((subject.messageIDs ?? []).compactMap { MessageRecord.seq(of: $0, in: id) }).sorted()
        let found = try MessageRecord.list(id, numbers, in: transaction)
        let messages = numbers.compactMap { found[$0] }.filter { $0.sender == accused }.map(\.asEvidence)
        guard !messages.isEmpty else { return nothing }
        var piece = Evidence(.messages, messages: messages)
        guard try budget.take(words: OrbitJSON.encoder.encode(piece).count) else {
            piece = nothing
            piece.isIncomplete = budget.resetIsExceeded()
            return piece
        }
        return piece
    }

    private mutating func piece(_ choice: EvidenceChoice, isReported: Bool) throws -> Evidence {
        let nothing = Evidence(choice.kind)
        if [.photo, .photos].contains(choice.kind) {
            guard budget.take(words: Self.maxBytesOfNames) else { return nothing }
            return Evidence(choice.kind, photos: try photos(choice, isReported: isReported))
        }
        let piece = try words(choice)
        return try budget.take(words: OrbitJSON.encoder.encode(piece).count) ? piece : nothing
    }

    private func words(_ choice: EvidenceChoice) throws -> Evidence {
        switch choice.kind {
        case .profile: Evidence(.profile, person: try person())
        case .meetup: Evidence(.meetup, meetup: try meetup(choice.meetupID))
        case .post: Evidence(.post, text: try post(choice.postID))
        case .note: Evidence(.note, text: try note(choice.ratingID))
        case .text: Evidence(.text, text: choice.text)
        default: Evidence(choice.kind)
        }
    }

    /// Returns the reported person as a match sees them if the two are matched or were matched. Otherwise returns the
    /// person as strangers see them.
    private func shown() throws -> Person? {
        guard let account = try transaction.get(AccountRecord.self, accused.rawValue), let profile = account.profile
        else { return nil }
        let match = try MatchRecord.between(UserPair(reporter.id, accused), in: transaction)
        let day = context.day(on: account.campus, at: transaction.now)
        return Person(id: accused, profile: profile.seen(by: match == nil ? .stranger : .match, on: day))
    }

    /// Returns the reported person without photos, which are separate evidence.
    private func person() throws -> Person? {
        var person = try shown()
        person?.profile.photos = []
        return person
    }

    /// Stores the chosen photo, or all photos that the reporter may see. Returns the names of the evidence.
    private mutating func photos(_ choice: EvidenceChoice, isReported: Bool) throws -> [PhotoID]? {
        let ids = choice.kind == .photo ? choice.photoID.map { [$0] } : try shown()?.profile.photos.map(\.id)
        let names = try ids?.compactMap { id in
            try EvidencePhotoRecord.keep(
                id, of: accused, isReported: isReported, from: &budget, in: transaction)
        }
        return choice.kind == .photo && names?.isEmpty == true ? nil : names
    }

    private func meetup(_ id: MeetupID?) throws -> Meetup? {
        guard let id, let meetup = try MeetupRecord.of(id, in: transaction), meetup.hostID == accused else {
            return nil
        }
        let guest = try GuestRecord.of(reporter.id, at: id, in: transaction)
        return MeetupView(of: reporter, context, at: transaction.now).meetup(meetup, guest)
    }

    /// Returns the note of a rating, if it is shown already and was written about the reporter.
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

extension MessageRecord {
    /// The message without reactions and quoted texts, which are those of other people.
    fileprivate var asEvidence: Message {
        Message(
            id: id, conversationID: conversationID, seq: seq, clientID: clientID, kind: kind, senderID: sender,
            text: text, proposalID: proposalID, createdAt: createdAt, editedAt: editedAt, deletedAt: deletedAt,
            version: version)
    }
}
