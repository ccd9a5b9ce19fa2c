public import Foundation
public import Observation
public import OrbitModels
public import Presentation
import Validation

/// The photos of the form, in order; the first is the primary one. Each is freed of what it tells beside the
/// picture, and sent as soon as it is added.
@MainActor @Observable public final class ProfilePhotos {
    /// The photos, in order.
    public private(set) var items: [Item] = []
    /// Why the last photo could not be added.
    public private(set) var failure: Failure?

    private let service: ProfileService
    private let catalogue: MessageCatalogue
    private var lastID = 0

    /// A photo on the server, on its way there, or refused.
    public struct Item: Hashable, Sendable, Identifiable {
        /// How far a photo has got.
        public enum Stage: Hashable, Sendable {
            /// Its request is in flight.
            case sending
            /// The server has it.
            case sent(Photo)
            /// It can be sent again.
            case failed(Failure)
        }

        /// Stays the same while the photo is on its way, and afterwards.
        public let id: Int
        /// How far it has got.
        public fileprivate(set) var stage: Stage
        /// What is sent; `nil` if the server had it from the start.
        fileprivate let image: CleanPhoto?

        /// The picture as it was picked on this device, to be shown before and while it is sent; `nil` for a photo that
        /// the server had from the start, which a ``PhotoLoader`` brings.
        public var preview: Data? { image?.bytes }

        fileprivate var sent: Photo? { if case .sent(let photo) = stage { photo } else { nil } }
    }

    init(service: ProfileService, catalogue: MessageCatalogue) {
        self.service = service
        self.catalogue = catalogue
    }

    /// Those that the server has.
    public var sent: [Photo] { items.compactMap(\.sent) }

    /// Whether a photo has a request in flight.
    public var isSending: Bool { items.contains { $0.stage == .sending } }

    /// Adds a JPEG or PNG image and sends it, without what it tells beside the picture. An image that cannot be
    /// freed of that is not sent at all.
    public func add(_ image: Data) async {
        failure = nil
        do throws(ValidationError) {
            let photo = try CleanPhoto(image)
            guard items.count < Limits.photos.upperBound else { throw Self.tooMany }
            guard !items.contains(where: { $0.image == photo }) else { throw Self.duplicate }
            let item = Item(id: makeID(), stage: .sending, image: photo)
            items.append(item)
            await send(photo, as: item.id)
        } catch {
            failure = Failure(message: catalogue.message(for: error.failures, in: .profile), canRetry: false)
        }
    }

    /// Sends a photo once more that did not arrive.
    public func retry(_ id: Item.ID) async {
        guard let index = items.firstIndex(where: { $0.id == id }), case .failed = items[index].stage,
            let photo = items[index].image
        else { return }
        items[index].stage = .sending
        await send(photo, as: id)
    }

    /// Takes a photo out; the server forgets it when the profile is saved.
    public func remove(_ id: Item.ID) {
        items.removeAll { $0.id == id }
    }

    /// Puts a photo in another place. Positions out of range do nothing.
    public func move(_ id: Item.ID, to position: Int) {
        guard items.indices.contains(position), let index = items.firstIndex(where: { $0.id == id }) else { return }
        items.insert(items.remove(at: index), at: position)
    }

    /// Puts a photo first: the photo that others see beside the name.
    public func makePrimary(_ id: Item.ID) {
        move(id, to: 0)
    }

    /// Shows these photos of the server. Those on their way, or waiting to be sent again, stay behind them.
    func show(_ photos: [Photo]) {
        let known = Dictionary(items.compactMap { item in item.sent.map { ($0.id, item) } }) { first, _ in first }
        let shown = photos.map { photo in
            Item(id: known[photo.id]?.id ?? makeID(), stage: .sent(photo), image: known[photo.id]?.image)
        }
        items = shown + items.filter { $0.sent == nil }
    }

    /// Forgets all of them, those on their way too.
    func clear() {
        (items, failure) = ([], nil)
    }

    private func send(_ photo: CleanPhoto, as id: Item.ID) async {
        let stage: Item.Stage
        do {
            stage = .sent(try await service.uploadPhoto(photo))
        } catch {
            stage = .failed(Failure(error, in: catalogue.words))
        }
        // It may have been taken out in the meantime.
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        items[index].stage = stage
        guard let sent = items[index].sent, items.contains(where: { $0.id != id && $0.sent?.id == sent.id }) else {
            return
        }
        // The server had it already: its ids come from what a photo holds.
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
