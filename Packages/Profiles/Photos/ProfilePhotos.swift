public import Foundation
public import Observation
public import OrbitModels
public import Presentation
import Validation

/// The photos of the form, in order; the first is the primary photo. Each photo is stripped of its metadata and
/// uploaded as soon as it is added.
@MainActor @Observable public final class ProfilePhotos {
    /// The photos, in order.
    public private(set) var items: [Item] = []
    /// The reason why the last photo could not be added.
    public private(set) var failure: Failure?

    private let service: ProfileService
    private let catalogue: MessageCatalogue
    private var lastID = 0
    /// The identifiers of the photos whose metadata is being removed.
    private var cleaning: Set<Item.ID> = []
    /// The removal of the metadata of the photo that was added last. One photo is cleaned after the other, so the photos
    /// keep the order of the calls.
    @ObservationIgnored private var lastCleaning: Task<Result<CleanPhoto, ValidationError>, Never>?

    /// A photo with the progress of its upload.
    public struct Item: Hashable, Sendable, Identifiable {
        /// The progress of an upload.
        public enum Stage: Hashable, Sendable {
            /// Its request is in flight.
            case sending
            /// The photo is on the server.
            case sent(Photo)
            /// The upload failed and can be retried.
            case failed(Failure)
        }

        /// The identifier. It stays the same during and after the upload.
        public let id: Int
        /// The progress of the upload.
        public fileprivate(set) var stage: Stage
        /// The photo to upload; `nil` if it was on the server from the start.
        fileprivate let image: CleanPhoto?

        /// The picked picture without its metadata, for display before and during the upload. It is `nil` for a photo
        /// that was on the server from the start; a ``PhotoLoader`` loads such a photo.
        public var preview: Data? { image?.bytes }

        fileprivate var sent: Photo? { if case .sent(let photo) = stage { photo } else { nil } }
    }

    init(service: ProfileService, catalogue: MessageCatalogue) {
        self.service = service
        self.catalogue = catalogue
    }

    /// The photos that are on the server.
    public var sent: [Photo] { items.compactMap(\.sent) }

    /// Whether a photo is being cleaned or uploaded.
    public var isSending: Bool { !cleaning.isEmpty || items.contains { $0.stage == .sending } }

    /// Adds a JPEG or PNG image without its metadata, and uploads it. An image that cannot be cleaned is not uploaded.
    public func add(_ image: Data) async {
        failure = nil
        let id = makeID()
        cleaning.insert(id)
        let previous = lastCleaning
        let own = Task {
            _ = await previous?.value
            return await CleanPhoto.cleaned(image)
        }
        lastCleaning = own
        let cleaned = await own.value
        if lastCleaning == own { lastCleaning = nil }  // it holds the photo
        // The form may have been cleared in the meantime, for example by a sign-out.
        guard cleaning.remove(id) != nil else { return }
        do throws(ValidationError) {
            let photo = try cleaned.get()
            guard items.count < Limits.photos.upperBound else { throw Self.tooMany }
            guard !items.contains(where: { $0.image == photo }) else { throw Self.duplicate }
            items.append(Item(id: id, stage: .sending, image: photo))
            await send(photo, as: id)
        } catch {
            failure = Failure(message: catalogue.message(for: error.failures, in: .profile), canRetry: false)
        }
    }

    /// Retries a failed upload.
    public func retry(_ id: Item.ID) async {
        guard let index = items.firstIndex(where: { $0.id == id }), case .failed = items[index].stage,
            let photo = items[index].image
        else { return }
        items[index].stage = .sending
        await send(photo, as: id)
    }

    /// Removes a photo. The server deletes it when the profile is saved.
    public func remove(_ id: Item.ID) {
        items.removeAll { $0.id == id }
    }

    /// Moves a photo to another position. Has no effect if the position is out of range.
    public func move(_ id: Item.ID, to position: Int) {
        guard items.indices.contains(position), let index = items.firstIndex(where: { $0.id == id }) else { return }
        items.insert(items.remove(at: index), at: position)
    }

    /// Moves a photo to the first position. Other people see the first photo next to the name.
    public func makePrimary(_ id: Item.ID) {
        move(id, to: 0)
    }

    /// Shows these photos, which are on the server. Photos that are being uploaded, or wait for a retry, follow them.
    func show(_ photos: [Photo]) {
        let known = Dictionary(items.compactMap { item in item.sent.map { ($0.id, item) } }) { first, _ in first }
        let shown = photos.map { photo in
            Item(id: known[photo.id]?.id ?? makeID(), stage: .sent(photo), image: known[photo.id]?.image)
        }
        items = shown + items.filter { $0.sent == nil }
    }

    /// Removes all photos, including photos that are being cleaned or uploaded.
    func clear() {
        (items, failure, cleaning, lastCleaning) = ([], nil, [], nil)
    }

    private func send(_ photo: CleanPhoto, as id: Item.ID) async {
        let stage: Item.Stage
        do {
            stage = .sent(try await service.uploadPhoto(photo))
        } catch {
            stage = .failed(Failure(error, in: catalogue.words))
        }
        // The user may have removed it in the meantime.
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        items[index].stage = stage
        guard let sent = items[index].sent, items.contains(where: { $0.id != id && $0.sent?.id == sent.id }) else {
            return
        }
        // The photo was on the server already. The server derives an id from the content, so both uploads have one id.
        items.remove(at: index)
        failure = Failure(message: catalogue.message(for: Self.duplicate.failures, in: .profile), canRetry: false)
    }

    private func makeID() -> Int {
        lastID += 1
        return lastID
    }

    private static let tooMany = ValidationError.invalid([
        FieldFailure(path: "photos", code: .tooMany, parameters: ["max": .integer(Limits.photos.upperBound)])
    ])

    private static let duplicate = ValidationError.invalid([FieldFailure(path: "photo", code: .duplicate)])
}
