public import Foundation
public import Observation
public import OrbitModels
public import Presentation
import Validation

/// The photos of the form, in order; the first is the primary one. Each is sent as soon as it is added.
@MainActor @Observable public final class ProfilePhotos {
    public private(set) var items: [Item] = []
    /// Why the last photo could not be added.
    public private(set) var failure: Failure?

    private let service: ProfileService
    private let catalogue: MessageCatalogue
    private var lastID = 0

    /// A photo on the server, on its way there, or refused.
    public struct Item: Hashable, Sendable, Identifiable {
        public enum Stage: Hashable, Sendable {
            case sending
            case sent(Photo)
            /// It can be sent again.
            case failed(Failure)
        }

        /// Stays the same while the photo is on its way, and afterwards.
        public let id: Int
        public fileprivate(set) var stage: Stage
        /// What is sent; `nil` if the server had it from the start.
        fileprivate let image: Data?
    }

    init(service: ProfileService, catalogue: MessageCatalogue) {
        self.service = service
        self.catalogue = catalogue
    }

    /// Those that the server has.
    public var sent: [Photo] {
        items.compactMap { if case .sent(let photo) = $0.stage { photo } else { nil } }
    }

    public var isSending: Bool { items.contains { $0.stage == .sending } }

    /// Adds a JPEG or PNG image and sends it.
    public func add(_ image: Data) async {
        failure = nil
        do throws(ValidationError) {
            let format = try PhotoFormat.checked(image)
            guard items.count < Limits.photos.upperBound else { throw ValidationError.invalid([Self.tooMany]) }
            let item = Item(id: makeID(), stage: .sending, image: image)
            items.append(item)
            await send(image, format, as: item.id)
        } catch {
            failure = Failure(message: catalogue.message(for: error.failures), canRetry: false)
        }
    }

    /// Sends a photo once more that did not arrive.
    public func retry(_ id: Item.ID) async {
        guard let index = items.firstIndex(where: { $0.id == id }), case .failed = items[index].stage,
            let image = items[index].image
        else { return }
        items[index].stage = .sending
        await send(image, PhotoFormat(sniffing: image), as: id)
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

    func show(_ photos: [Photo]) {
        items = photos.map { Item(id: makeID(), stage: .sent($0), image: nil) }
    }

    private func send(_ image: Data, _ format: PhotoFormat, as id: Item.ID) async {
        let stage: Item.Stage
        do {
            stage = .sent(try await service.uploadPhoto(image, format: format))
        } catch {
            stage = .failed(Failure(error))
        }
        // It may have been taken out in the meantime.
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        items[index].stage = stage
    }

    private func makeID() -> Int {
        lastID += 1
        return lastID
    }

    private static let tooMany = FieldFailure(
        path: "photos", code: .tooMany, parameters: ["max": .integer(Limits.photos.upperBound)])
}
