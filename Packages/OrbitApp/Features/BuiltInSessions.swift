import Meetups
import OrbitModels
import Presentation
import Profiles
import Safety

/// The app's own models that do work when a session begins or ends. `SessionGuard` ends the requests of all models, so
/// the other models do no such work.
extension SignedInUser {
    /// The stored content of lists. The end of a session removes it, also if the server has ended the session.
    final class StorageSession: FeatureModels {
        private let storage: ListStorage
        private var hasBegun = false
        private var clearing: Task<Void, Never>?

        init(_ storage: ListStorage) { self.storage = storage }

        func begin(as user: UserID) { hasBegun = true }

        func end() {
            storage.end()
            guard hasBegun else { return }
            clearing = Task { [storage] in
                // `removeFiles()` tries again after a sign-out, and the next sign-in ignores the content of others.
                _ = try? await storage.removeFile()
            }
        }

        func removeFiles() async throws {
            await clearing?.value
            try await storage.removeFile()
        }
    }

    /// The outbox of the account. Its entries stay on this device unless the sign-out discards them.
    final class OutboxSession: FeatureModels {
        private let unsent: UnsentActions

        init(_ unsent: UnsentActions) { self.unsent = unsent }

        func end() { unsent.end() }

        func removeFiles() async throws { try await unsent.closed() }
    }

    /// The profile, the account and the photos.
    final class ProfileSession: FeatureModels {
        private let profile: ProfileViewModel
        private let account: AccountViewModel
        private let photos: PhotoLoader
        private var clearing: Task<Void, Never>?

        init(profile: ProfileViewModel, account: AccountViewModel, photos: PhotoLoader) {
            (self.profile, self.account, self.photos) = (profile, account, photos)
        }

        func end() {
            account.end()
            clearing = Task { [photos] in await photos.clear() }
        }

        func removeFiles() async throws {
            await clearing?.value
            try await profile.leave()
        }
    }

    /// The mutes and the check-ins.
    final class SafetySession: FeatureModels {
        private let mutes: MutesViewModel
        private let checkIns: CheckInsViewModel

        init(mutes: MutesViewModel, checkIns: CheckInsViewModel) {
            (self.mutes, self.checkIns) = (mutes, checkIns)
        }

        func begin(as user: UserID) {
            Task { [mutes, checkIns] in
                // Many lists hide muted people, and every screen can ask whether the user is safe.
                await mutes.load()
                // Another load would replace a load that has begun meanwhile, which would then return early.
                if !checkIns.checkIns.items.isLoading { await checkIns.checkIns.load() }
            }
        }
    }

    /// The reminders, the imported calendars and the address of the user's calendar.
    final class PlansSession: FeatureModels {
        private let reminders: RemindersModel
        private let calendars: ImportedCalendars
        private let feed: CalendarFeedViewModel
        private var clearing: Task<Void, Never>?

        init(reminders: RemindersModel, calendars: ImportedCalendars, feed: CalendarFeedViewModel) {
            (self.reminders, self.calendars, self.feed) = (reminders, calendars, feed)
        }

        func begin(as user: UserID) {
            Task { [reminders, calendars] in
                await reminders.begin(as: user)
                await calendars.begin(as: user)
            }
        }

        func end() {
            feed.end()
            calendars.end()
            clearing = Task { [reminders] in await reminders.end() }
        }

        func removeFiles() async throws {
            await clearing?.value
            var failure: (any Error)?
            for remove in [reminders.removeTraces, calendars.removeTraces] {
                do { try await remove() } catch { failure = failure ?? error }
            }
            if let failure { throw failure }
        }
    }
}
