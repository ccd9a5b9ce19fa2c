public import OrbitModels
public import Presentation

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
