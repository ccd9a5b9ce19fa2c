import Foundation
import Networking
import OrbitModels
import Profiles
import Validation

/// `PUT /users/me`: replaces the caller's profile, if it still is the version that they changed.
struct UpdateMe: Sendable {
    let context: Context

    var operation: Operation { context.signedIn(ProfileRoutes.updateMe, .json, perform: perform) }

    private func perform(
        _ transaction: any StoreTransaction, _ call: Call, _ caller: Caller, _ body: Profile
    ) throws -> Reply {
        var account = caller.account
        let versions = call.headers.values(of: .ifMatch)
        guard !versions.isEmpty else { throw Self.versionRequired }
        guard EntityTags(versions).matchStrongly(account.entityTag) else { throw Self.versionConflict }

        let album = PhotoAlbum(owner: account.id, basePath: context.basePath)
        let own = Set(try album.records(in: transaction).map(\.id))
        var profile = body.cleaned
        profile.statedAge = nil
        profile.visibility = profile.visibility ?? account.profile?.visibility
        profile.photos = profile.photos.map { album.photo($0.id) }
        let failures = failures(in: profile, ownPhotos: own, on: context.day(on: account.campus, at: call.now))
        guard failures.isEmpty else {
            throw Refusal.invalidInput(failures, "Some of the profile needs another look.")
        }
        try limitMoves(from: account.profile, to: profile, of: account.id, in: transaction, now: call.now)
        let dropped = Set((account.profile?.photos ?? []).map(\.id)).subtracting(profile.photos.map(\.id))
        try album.remove(dropped, in: transaction)
        account.profile = profile
        account.isComplete = true
        account.version += 1
        try account.save(in: transaction)
        return try .success(account.ownView, cache: .revalidated, entityTag: account.entityTag)
    }

    /// Free hours and coordinates are compared with those of people who do not show them. Whoever could try out any
    /// number of them would find those people's out.
    private func limitMoves(
        from before: Profile?, to after: Profile, of id: UserID, in transaction: any StoreTransaction, now: Date
    ) throws {
        guard let before,
            before.availability != after.availability || before.location?.coordinates != after.location?.coordinates
        else { return }
        if let wait = try Self.moves.wait(for: id.rawValue, in: transaction, now: now) {
            throw Refusal.rateLimited(
                wait: wait, "You have changed your place or your free hours often today. Leave them until tomorrow.")
        }
        try Self.moves.record(id.rawValue, in: transaction, now: now)
    }

    private static let moves = RateLimit(name: "moves", tiers: [.init(count: 10, window: 86_400)])

    /// All that stands in the way of keeping the profile.
    ///
    /// A value this server does not know is only a warning to a client, which may be older; here nothing
    /// is newer, and a word that nobody knows would be a way to show others any text.
    private func failures(
        in profile: Profile, ownPhotos: Set<PhotoID>, on day: CalendarDay
    ) -> [FieldFailure] {
        var failures = ProfileRules(on: day).failures(in: profile)
            .filter { $0.severity == .block || $0.code == .unknownValue }
        for index in failures.indices { failures[index].severity = .block }
        for (index, photo) in profile.photos.enumerated() where !ownPhotos.contains(photo.id) {
            failures.append(FieldFailure(path: "photos[\(index)]", code: .notAllowed))
        }
        return failures
    }

    private static let versionRequired = Refusal(
        428, .versionRequired, "Read the profile first, and send its version as If-Match.")

    private static let versionConflict = Refusal(
        412, .versionConflict, "The profile was changed elsewhere. Read it again, then repeat your changes.")
}
