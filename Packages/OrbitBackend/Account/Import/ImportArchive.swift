import BackendRuntime
import Connections
public import Foundation
import Matching
import Meetups
public import OrbitModels
import OrbitStore
import Profiles
import Safety
import TimeAndChance
import Validation

extension OrbitBackend {
    /// Creates an account from an archive of `GET /users/me/export`, for example of another server.
    ///
    /// These data are imported:
    ///
    /// - the profile with its photos
    /// - the preferences of the person, such as dealbreakers
    /// - the people that the person has blocked or muted
    /// - the meetups that the person hosts, with the person's own posts there
    ///
    /// The person signs in with the same address as before. Data shared with other people is not imported. Neither is
    /// the person's standing, because an archive cannot prove it.
    ///
    /// ```swift
    /// let user = try await backend.importArchive(Data(contentsOf: file))
    /// ```
    ///
    /// - Parameter file: The bytes of the archive.
    /// - Returns: The id of the account, which is the id in the archive.
    /// - Throws: ``ArchiveError`` or `StoreError`. Nothing is imported then.
    @discardableResult public func importArchive(_ file: Data) async throws -> UserID {
        let archive = try Archive.read(file)
        let photos = try archive.photos()
        let (context, now) = (context, context.time.date)
        return try await context.commit(at: now) { transaction in
            try ArchiveImport(archive, photos, context, in: transaction).perform()
        }
    }
}

/// The import of one archive, in one transaction.
struct ArchiveImport {
    private static let maxMeetups = 2_000
    private static let maxPosts = 10_000
    private static let maxBlocks = 10_000

    private let archive: Archive
    private let photos: [(record: PhotoRecord, bytes: Data)]
    private let context: BackendContext
    private let transaction: LogTransaction

    init(
        _ archive: Archive, _ photos: [(record: PhotoRecord, bytes: Data)], _ context: BackendContext,
        in transaction: LogTransaction
    ) {
        (self.archive, self.photos, self.context, self.transaction) = (archive, photos, context, transaction)
    }

    private var now: Date { transaction.now }

    func perform() throws -> UserID {
        let account = try account()
        for (record, bytes) in photos { try record.save(bytes, in: transaction) }
        if account.isComplete { try account.save(in: transaction) } else { try transaction.put(account) }
        try importPreferences(of: account)
        try importBlocks(of: account)
        try importMutes(of: account)
        try importPosts(at: try importMeetups(of: account))
        return account.id
    }

    private func account() throws -> AccountRecord {
        let exported = archive.account
        try Self.require(archive.userID.rawValue.isValidID, "account")
        let address: CampusAddress
        do {
            address = try context.campusAddress(exported.email)
        } catch {
            throw ArchiveError.invalid(section: "account")
        }
        guard try AccountRecord.find(address.email, in: transaction) == nil,
            try AccountRecord.own(archive.userID, in: transaction) == nil
        else { throw ArchiveError.taken(section: "account") }
        // The job deletes all records of the id, even if they are written after its start.
        guard try transaction.getReadable(ErasureRecord.self, archive.userID.rawValue) == nil else {
            throw ArchiveError.erasing
        }
        // The age of the account counts from the import.
        var account = try AccountRecord(id: archive.userID, address, context, in: transaction)
        guard let profile = exported.profile else { return account }
        let album = PhotoAlbum(owner: account.id, basePath: context.basePath)
        let own = Set(photos.map(\.record.id))
        var cleaned = profile.cleaned
        cleaned.statedAge = nil
        cleaned.photos = cleaned.photos.map { album.photo($0.id) }
        let failures = ProfileRules(on: context.day(on: account.campus, at: now)).failures(in: cleaned)
        try Self.require(
            !failures.contains { $0.severity == .block || $0.code == .unknownValue }
                && cleaned.photos.allSatisfy { own.contains($0.id) }, "account")
        account.replaceProfile(with: cleaned, on: context.day(on: account.campus, at: now))
        return account
    }

    private func importPreferences(of account: AccountRecord) throws {
        let sections = archive.sections
        for preferences in try Self.atMostOne(sections.taste, "taste") {
            var record = PreferenceRecord(userID: account.id)
            let people = preferences.lessLike
            try Self.require(
                preferences.dealbreakers.goals.allSatisfy(\.isKnown) && people.count <= PreferenceRecord.maxHidden
                    && Self.areOthers(people, account), "taste")
            record.set(preferences.dealbreakers)
            for id in people.reversed() { _ = record.showLess(like: id, hasPoked: false) }
            try transaction.put(record)
        }
        for pairing in try Self.atMostOne(sections.pairing, "pairing") {
            var record = PairingRecord(userID: account.id, campus: account.campus)
            record.isPaused = pairing.isPaused
            try transaction.put(record)
        }
        for consent in try Self.atMostOne(sections.consent, "suggestion_consent") {
            try transaction.put(ConsentRecord(userID: account.id, campus: account.campus, consent: consent))
        }
        let seen = sections.seen ?? []
        try Self.require(seen.count <= 31 && Set(seen.map(\.date)).count == seen.count, "seen")
        for day in seen {
            try Self.require(Self.areOthers(day.people, account), "seen")
            try SeenRecord.note(day.people, shownTo: account.id, on: day.date, in: transaction, now: now)
        }
    }

    private func importBlocks(of account: AccountRecord) throws {
        let blocks = archive.sections.blocks ?? []
        try Self.require(blocks.count <= Self.maxBlocks && Self.areOthers(blocks.map(\.userID), account), "blocks")
        for block in blocks {
            try Self.require(Self.isName(block.name), "blocks")
            try transaction.put(
                BlockRecord(
                    blocker: account.id, blocked: block.userID, campus: account.campus, name: block.name,
                    blockedAt: min(block.blockedAt, now)))
        }
    }

    /// Imports the mutes that have not expired.
    private func importMutes(of account: AccountRecord) throws {
        let mutes = archive.sections.mutes ?? []
        try Self.require(mutes.count <= MuteLimits.people && Self.areOthers(mutes.map(\.userID), account), "mutes")
        for mute in mutes where !mute.isExpired(at: now) {
            let length = mute.until?.timeIntervalSince(now) ?? 0
            try Self.require(
                Self.isName(mute.name) && length <= .days(MuteLimits.days) && !mute.surfaces.isEmpty
                    && mute.surfaces.allSatisfy(\.isKnown) && Set(mute.surfaces).count == mute.surfaces.count, "mutes")
            var kept = mute
            kept.mutedAt = min(mute.mutedAt, now)
            try transaction.put(MuteRecord(owner: account.id, mute: kept))
        }
    }

    private func importMeetups(of account: AccountRecord) throws -> [MeetupID: MeetupRecord] {
        let section = "meetups_hosted"
        let hosted = archive.sections.hosted ?? []
        try Self.require(hosted.count <= Self.maxMeetups, section)
        var imported: [MeetupID: MeetupRecord] = [:]
        for exported in hosted {
            let meetup = exported.meetup
            try Self.require(
                meetup.hostID == account.id && imported[meetup.id] == nil && meetup.id.rawValue.isValidID
                    && exported.link.isValidID && meetup.cancelReason?.isKnown ?? true, section)
            guard try MeetupRecord.of(meetup.id, in: transaction) == nil else {
                throw ArchiveError.taken(section: section)
            }
            let plan = try Self.checked(meetup.plan, at: now, section)
            let series = try meetup.series.map { place in
                try Self.require(
                    place.id.rawValue.isValidID && (0...10_000).contains(exported.number ?? 0), section)
                return SeriesPart(place, number: exported.number ?? 0)
            }
            var record = MeetupRecord(
                id: meetup.id, host: account, plan: plan, square: context.square(of: plan, on: account.campus),
                series: series, link: exported.link, at: min(meetup.createdAt, now))
            var host = GuestRecord(account.id, at: &record, .host, since: record.createdAt)
            if let reason = meetup.cancelReason { record.cancel(reason, at: now) }
            host.follow(record)
            try transaction.put(record)
            try transaction.put(host)
            imported[meetup.id] = record
        }
        let coming = imported.values.filter { !$0.isClosed(at: now) }.count
        try Self.require(coming <= MeetupLimits.maxHosted, section)
        return imported
    }

    /// Imports the posts in the person's own meetups. A comment on a post by another person is left out, because that
    /// post is not imported.
    private func importPosts(at meetups: [MeetupID: MeetupRecord]) throws {
        let posts = archive.sections.posts ?? []
        try Self.require(posts.count <= Self.maxPosts, "posts")
        var imported: Set<PostID> = []
        let own = Set(posts.filter { $0.parentID == nil }.map(\.id))
        let comments = posts.compactMap(\.parentID).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        for post in posts {
            try Self.require(
                post.authorID == archive.userID && imported.insert(post.id).inserted
                    && post.id.rawValue.isValidID
                    && Rule<String>.text(MeetupTexts.post).failures(in: post.text).isEmpty, "posts")
            guard let meetup = meetups[post.meetupID], post.parentID.map(own.contains) ?? true else { continue }
            guard try transaction.get(PostRecord.self, post.id.rawValue) == nil else {
                throw ArchiveError.taken(section: "posts")
            }
            var record = PostRecord(
                post.id, by: post.authorID, at: meetup, on: post.parentID,
                text: MeetupTexts.post.cleaned(post.text), now: min(post.createdAt, now))
            // Only the author's own comments are imported.
            try record.addComments(comments[post.id] ?? 0, by: post.authorID, in: transaction)
        }
    }

    /// Returns the plan as the form would create it. The time of the plan may have passed.
    private static func checked(_ plan: MeetupPlan, at now: Date, _ section: String) throws -> MeetupPlan {
        do {
            return try MeetupPlanRules(at: now, replacing: plan).plan(
                ofRequest: CheckedMeetupTexts(MeetupEntry(plan)))
        } catch {
            throw ArchiveError.invalid(section: section)
        }
    }

    private static func require(_ condition: Bool, _ section: String) throws {
        guard condition else { throw ArchiveError.invalid(section: section) }
    }

    private static func atMostOne<Element>(_ elements: [Element]?, _ section: String) throws -> [Element] {
        try require((elements ?? []).count <= 1, section)
        return elements ?? []
    }

    /// Whether the text can be the name of a blocked or muted person. `nil` is valid.
    private static func isName(_ name: String?) -> Bool {
        name.map { Rule<String>.text(Limits.name).failures(in: $0).isEmpty } ?? true
    }

    /// Whether the ids are of other people, each once.
    private static func areOthers(_ ids: [UserID], _ account: AccountRecord) -> Bool {
        Set(ids).count == ids.count && ids.allSatisfy { $0 != account.id && $0.rawValue.isValidID }
    }
}

extension Archive {
    /// Returns the photos as an upload would store them.
    fileprivate func photos() throws -> [(record: PhotoRecord, bytes: Data)] {
        let photos = sections.photos ?? []
        guard photos.count <= Limits.photos.upperBound, Set(photos.map(\.id)).count == photos.count else {
            throw ArchiveError.invalid(section: "photos")
        }
        let album = PhotoAlbum(owner: userID, basePath: "")
        return try photos.map { photo in
            let clean: CleanPhoto
            do {
                clean = try CleanPhoto(photo.content)
            } catch {
                throw ArchiveError.invalid(section: "photos")
            }
            // The exported photo may have been cleaned by earlier rules.
            let isValid = [clean.bytes, photo.content].contains { bytes in
                var hash = ContentHash()
                hash.add(bytes)
                return album.identifier(for: hash.hexadecimal) == photo.id
            }
            guard isValid else {
                throw ArchiveError.invalid(section: "photos")
            }
            let record = PhotoRecord(
                owner: userID, id: photo.id, mediaType: clean.format.mediaType ?? "application/octet-stream",
                createdAt: photo.createdAt)
            return (record, clean.bytes)
        }
    }
}
