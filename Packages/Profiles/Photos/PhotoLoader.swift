public import Foundation
import Networking
public import OrbitModels
public import Presentation
public import TimeAndChance
public import Validation

/// A loader for the photos that the signed-in user may see, with a cache in memory.
///
/// ```swift
/// let bytes = try await loader.photo(photo.id, of: person.id)
/// ```
///
/// Concurrent calls for a photo share one request. A cached photo is revalidated by its entity tag once it is no longer
/// fresh. It is kept if the server cannot be reached, and removed if the server no longer shows it.
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
        /// The number of the last use. A later use has a greater number.
        var lastUse: Int
    }

    private struct Request {
        let number: Int
        let task: Task<Void, Never>
        var waiters: [Int: CheckedContinuation<Data, any Error>] = [:]
    }

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - service: The service that requests the photos.
    ///   - capacity: The maximum number of bytes in the cache.
    ///   - freshness: The time for which a photo is shown without another request.
    ///   - time: The clock for `freshness`.
    public init(
        service: ProfileService, capacity: Int = 32 * 1_024 * 1_024, freshness: Duration = .seconds(300),
        time: any TimeSource = SystemClock()
    ) {
        self.service = service
        self.capacity = max(0, capacity)
        self.freshness = freshness
        self.time = time
    }

    /// Returns the image, a JPEG or PNG. A call ends at once when its task is cancelled. The request is cancelled when
    /// all of its callers are cancelled.
    ///
    /// - Throws: A problem with code `not_found` if the photo does not exist or may not be seen. `CancellationError` if
    ///   the task is cancelled, or if the photo was removed by ``forget(_:)`` or ``clear()`` in the meantime.
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

    /// Removes the photos of a person who is hidden or blocked, and cancels their requests.
    public func forget(_ user: UserID) {
        for key in kept.keys where key.user == user { drop(key) }
        for key in requests.keys where key.user == user { abandon(key) }
    }

    /// Removes all photos and cancels all requests when the user signs out.
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
            let bytes = response?.value ?? before?.bytes ?? Data()  // only a request with a version can return `nil`
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

    /// Caches a photo. Evicts the least recently used photos to make room, in time linear in the number of photos.
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
    /// Returns the image with its media type. Throws the same errors as ``photo(_:of:)``.
    public func image(_ photo: PhotoID, of user: UserID) async throws -> PhotoImage {
        PhotoImage(try await self.photo(photo, of: user))
    }
}

/// A follower of the log that removes the photos of each hidden person from a loader.
@MainActor public final class PhotoPurge: LogFollower {
    private let loader: PhotoLoader

    /// Attaches the purge to a log.
    ///
    /// - Parameters:
    ///   - loader: The loader to remove photos from.
    ///   - log: The log. It does not retain the purge, so the caller must retain it.
    public init(of loader: PhotoLoader, on log: EventLog) {
        self.loader = loader
        log.attach(self)
    }

    /// Removes the photos of the people that the events hide.
    public func apply(_ events: [LogEvent], through position: LogPosition, isOwn: Bool) {
        let hidden = events.filter { $0.kind == .personHidden }.compactMap(\.subject)
        guard !hidden.isEmpty else { return }
        Task { [loader] in for person in hidden { await loader.forget(person) } }
    }

    /// Does nothing, because a purge shows nothing.
    public func publish() {}

    /// Removes all photos, because events that hide people may be missing.
    public func reset() { Task { [loader] in await loader.clear() } }

    /// Does nothing, because the loader requests a photo when it is needed.
    public func connectionDidRestore() {}
}

extension APIError {
    /// Whether the error says nothing about the photo: the server could not be reached, or failed, or is busy.
    fileprivate var leavesPhotoAsItWas: Bool {
        switch self {
        case .transport: true
        case .unexpectedStatus(let status), .problem(let status, _): status >= 500 || status == 429
        default: false
        }
    }
}
