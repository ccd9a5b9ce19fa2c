import BackendRuntime
import Connections
import Discover
import Foundation
import Networking
import OrbitModels
import Profiles
import Validation

/// `PUT /users/me`: replaces the caller's profile, if it still has the version that the caller changed.
struct UpdateMe: Operations {
    private static let refusal = "Check your profile. Something is not right yet."

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedIn(
                ProfileRoutes.updateMe,
                BodyReader<Profile>.json.checked(
                    { body, _ in CheckedProfile(body) }, refusing: { try $0.blocking.refuse(Self.refusal) }),
                perform: perform)
        ]
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ body: CheckedBody<Profile, CheckedProfile>
    ) throws -> OperationResult {
        var account = caller.account
        let versions = call.headers.values(of: .ifMatch)
        guard !versions.isEmpty else { throw Self.versionRequired }
        guard EntityTags(versions).matchStrongly(account.entityTag) else { throw Self.versionConflict }

        let album = PhotoAlbum(owner: account.id, basePath: context.basePath)
        let own = Set(try album.records(in: transaction).map(\.id))
        let checked = try body.value()
        var profile = checked.profile
        profile.statedAge = nil
        profile.visibility = profile.visibility ?? account.profile?.visibility
        profile.photos = profile.photos.prefix(Limits.photos.upperBound).map { album.photo($0.id) }
        let day = context.day(on: account.campus, at: call.now)
        try Self.failures(in: profile, checked.blocking, ownPhotos: own, on: day).refuse(Self.refusal)
        let dropped = Set((account.profile?.photos ?? []).map(\.id)).subtracting(profile.photos.map(\.id))
        try album.remove(dropped, in: transaction)
        account.replaceProfile(with: profile, on: day)
        account.version += 1
        try account.save(in: transaction)
        try record(account, before: caller.account, in: transaction)
        return .success(account.ownView, cache: .revalidated, entityTag: account.entityTag)
    }

    /// Notifies the caller's other devices, and starts to notify the people who have the caller in a list.
    private func record(_ account: AccountRecord, before: AccountRecord, in transaction: LogTransaction) throws {
        let day = context.day(on: account.campus, at: transaction.now)
        guard let profile = account.profile, let compared = ComparedProfile(account, on: day) else { return }
        try transaction.append(
            .profileChanged, to: account.id,
            touches: compared.own.lists(differingFrom: ComparedProfile(before, on: day)?.own, on: day),
            data: SavedProfile(data: account.ownView, version: account.entityTag))
        guard let former = before.profile else { return }
        let viewers = [ProfileViewer.match, .stranger].filter {
            profile.seen(by: $0, on: day) != former.seen(by: $0, on: day)
        }
        guard !viewers.isEmpty else { return }
        let waiting = try ProfileFanOutJob.waiting(account.id.rawValue, in: transaction)
        try transaction.put(
            ProfileFanOutJob(
                userID: account.id, savedAt: transaction.now,
                isForMatches: viewers == [.match] && waiting?.isForMatches ?? true,
                isByModerator: waiting?.isByModerator))
    }

    /// Returns all failures that prevent saving the profile.
    ///
    /// - Parameters:
    ///   - profile: The profile to save.
    ///   - known: The failures that do not depend on the day.
    ///   - ownPhotos: The stored photos of the caller.
    ///   - day: The day at the campus.
    private static func failures(
        in profile: Profile, _ known: [FieldFailure], ownPhotos: Set<PhotoID>, on day: CalendarDay
    ) -> [FieldFailure] {
        var failures = ProfileRules(on: day).ageFailures(in: profile).blockingHere + known
        // A photo can be sent as a bare address. Then its id is the address, which may be of any length.
        for (index, photo) in profile.photos.enumerated()
        where !(photo.id.rawValue.isIdentifier && ownPhotos.contains(photo.id)) {
            failures.append(FieldFailure(path: "photos[\(index)]", code: .notAllowed))
        }
        return failures
    }

    private static let versionRequired = HTTPProblem(
        428, .versionRequired, "Load the profile first. Then send its version as If-Match.")

    private static let versionConflict = HTTPProblem(
        412, .versionConflict, "The profile was changed elsewhere. Load it again, then repeat your changes.")
}

extension UpdateMe {
    /// A cleaned profile with its failures, except for those that depend on the day at the campus.
    private struct CheckedProfile: Sendable {
        let profile: Profile
        let blocking: [FieldFailure]

        init(_ body: Profile) {
            profile = body.cleaned
            blocking = ProfileRules.dayIndependentFailures(in: profile).blockingHere
        }
    }
}

extension [FieldFailure] {
    /// The failures that block, and those of unknown values.
    ///
    /// A client treats an unknown value as a warning, because the client may be older than the value. On the server, no
    /// value is newer, and an unknown word could show any text to other people.
    fileprivate var blockingHere: [FieldFailure] {
        var failures = filter { $0.severity == .block || $0.code == .unknownValue }
        for index in failures.indices { failures[index].severity = .block }
        return failures
    }
}

extension Profile {
    /// Returns the owner's lists that change with the profile: the profile, the shared values of incoming pokes, and
    /// the suggestions.
    fileprivate func lists(differingFrom before: Profile?, on day: CalendarDay) -> [ListName] {
        var lists = [ListName.profile]
        if before?.interests != interests || before?.sports != sports || before?.major != major {
            lists.append(.incomingPokes)
        }
        // All values of the viewer are compared; see `DailyList.basis`.
        if before?.seen(by: [.match, .attendee], on: day) != seen(by: [.match, .attendee], on: day)
            || before?.availability != availability || before?.location != location
        {
            lists.append(.discover)
        }
        return lists
    }
}
