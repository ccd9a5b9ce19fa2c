public import Foundation
import Networking
public import OrbitModels
public import Presentation
public import TimeAndChance
public import Validation

/// The bytes of every photo that the person signed in may see, kept in memory while there is room.
///
/// ```swift
/// let bytes = try await loader.photo(photo.id, of: person.id)
/// ```
///
/// Any number of calls for a photo at once make one request. A photo that is kept is revalidated after a while, by
/// its entity tag; it stays if the server cannot be reached, and goes if the server no longer shows it.
public actor PhotoLoader {
    private let service: ProfileService
    private let capacity: Int
    private let freshness: Duration
    private let time: any TimeSource
    private var kept: [Key: Kept] = [:]
    private var size = 0
    private var requests: [Key: Request] = [:]
    private var lastNumber = 0

    private struct Key: Hashable, Sendable {
        let photo: PhotoID
        let user: UserID
    }

    private struct Kept {
        let bytes: Data
        let version: EntityTag?
        var freshUntil: Duration
        /// Greater for what was asked for later.
        var lastUse: Int
    }

    private struct Request {
        let number: Int
        let task: Task<Void, Never>
        var waiters: [Int: CheckedContinuation<Data, any Error>] = [:]
    }

    /// - Parameters:
    ///   - capacity: how many bytes are kept at most.
    ///   - freshness: for how long a photo is shown without asking the server again.
    public init(
        service: ProfileService, capacity: Int = 32 * 1_024 * 1_024, freshness: Duration = .seconds(300),
        time: any TimeSource = SystemClock()
    ) {
        self.service = service
        self.capacity = max(0, capacity)
        self.freshness = freshness
        self.time = time
    }

    /// The image, a JPEG or PNG. A cancelled caller leaves at once; the request ends when all have left.
    ///
    /// - Throws: a problem with code `not_found` for a photo that is not there or may not be seen, and
    ///   `CancellationError` when it was forgotten in the meantime.
    public func photo(_ photo: PhotoID, of user: UserID) async throws -> Data {
        let key = Key(photo: photo, user: user)
        let number = makeNumber()
        if let photo = kept[key], time.uptime < photo.freshUntil {
            kept[key]?.lastUse = number
            return photo.bytes
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                if Task.isCancelled { return waiter.resume(throwing: CancellationError()) }
                join(key, as: number, waiter)
            }
        } onCancel: {
            Task { await self.leave(key, as: number) }
        }
    }

    /// Forgets the photos of a person who is hidden or blocked, those on their way too.
    public func forget(_ user: UserID) {
        for key in kept.keys where key.user == user { drop(key) }
        for key in requests.keys where key.user == user { abandon(key) }
    }

    /// Forgets everything: the person signed in has left.
    public func clear() {
        (kept, size) = ([:], 0)
        for key in requests.keys { abandon(key) }
    }

    private func join(_ key: Key, as number: Int, _ waiter: CheckedContinuation<Data, any Error>) {
        if requests[key] == nil {
            requests[key] = Request(number: number, task: Task { await self.fetch(key, as: number) })
        }
        requests[key]?.waiters[number] = waiter
    }

    private func leave(_ key: Key, as number: Int) {
        guard let waiter = requests[key]?.waiters.removeValue(forKey: number) else { return }
        waiter.resume(throwing: CancellationError())
        if requests[key]?.waiters.isEmpty == true { abandon(key) }
    }

    private func abandon(_ key: Key) {
        guard let request = requests.removeValue(forKey: key) else { return }
        request.task.cancel()
        for waiter in request.waiters.values { waiter.resume(throwing: CancellationError()) }
    }

    private func fetch(_ key: Key, as number: Int) async {
        let before = kept[key]
        let outcome: Result<Data, any Error>
        do {
            let response = try await service.photo(key.photo, of: key.user, since: before?.version)
            guard requests[key]?.number == number else { return }
            let bytes = response?.value ?? before?.bytes ?? Data()  // without a version nothing is unchanged
            keep(bytes, version: response == nil ? before?.version : response?.entityTag, for: key)
            outcome = .success(bytes)
        } catch {
            guard requests[key]?.number == number else { return }
            if let before, (error as? APIError)?.leavesPhotoAsItWas == true {
                outcome = .success(before.bytes)
            } else {
                drop(key)
                outcome = .failure(error)
            }
        }
        let waiters = requests.removeValue(forKey: key)?.waiters ?? [:]
        for waiter in waiters.values { waiter.resume(with: outcome) }
    }

    /// Makes room by dropping what was asked for longest ago; linear in the number of photos.
    private func keep(_ bytes: Data, version: EntityTag?, for key: Key) {
        drop(key)
        guard bytes.count <= capacity else { return }
        while size + bytes.count > capacity, let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            drop(oldest.key)
        }
        kept[key] = Kept(
            bytes: bytes, version: version, freshUntil: time.uptime + freshness, lastUse: makeNumber())
        size += bytes.count
    }

    private func drop(_ key: Key) {
        size -= kept.removeValue(forKey: key)?.bytes.count ?? 0
    }

    private func makeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

extension PhotoLoader {
    /// The image with its media type; otherwise as ``photo(_:of:)``.
    public func image(_ photo: PhotoID, of user: UserID) async throws -> PhotoImage {
        PhotoImage(try await self.photo(photo, of: user))
    }
}

/// Forgets the photos of every person that the log hides.
@MainActor public final class PhotoPurge: LogFollower {
    private let loader: PhotoLoader

    /// - Parameter log: it does not keep the purge: hold on to it.
    public init(of loader: PhotoLoader, on log: PersonLog) {
        self.loader = loader
        log.attach(self)
    }

    /// Has the loader forget the people that the events hide.
    public func absorb(_ events: [LogEvent], upTo position: LogPosition, isOwn: Bool) {
        let hidden = events.filter { $0.kind == .personHidden }.compactMap(\.subject)
        guard !hidden.isEmpty else { return }
        Task { [loader] in for person in hidden { await loader.forget(person) } }
    }

    /// Has no effect: nothing is shown here.
    public func publish() {}

    /// It may never be told who was hidden since.
    public func reset() { Task { [loader] in await loader.clear() } }

    /// Has no effect: the loader requests a photo when it is needed.
    public func revive() {}
}

extension APIError {
    /// Whether the server has said nothing about the photo: it could not be reached, or is in trouble.
    fileprivate var leavesPhotoAsItWas: Bool {
        switch self {
        case .transport: true
        case .unexpectedStatus(let status), .problem(let status, _): status >= 500 || status == 429
        default: false
        }
    }
}
