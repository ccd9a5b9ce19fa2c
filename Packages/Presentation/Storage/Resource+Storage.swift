import Foundation
import Networking
import OrbitModels
import TimeAndChance

extension Resource {
    /// Whether the value is from an earlier launch, and may be outdated.
    ///
    /// It is `false` once the resource is loaded, or once the log has applied all events since then.
    public var isStored: Bool { storedDate != nil }
}

extension Resource where Value: Codable {
    /// A value with room for the absence of a value, because an empty resource is stored as well.
    private struct StoredValue: Codable, Sendable {
        let value: Value?
        let isOutdated: Bool

        private enum CodingKeys: String, CodingKey {
            case value
            case isOutdated = "is_outdated"
        }
    }

    /// Creates the member of a storage. The parameters are those of a list.
    func member(_ name: String, isEssential: Bool, reloads: Bool) -> StoredMember {
        StoredMember(name: name, isEssential: isEssential) { [weak self] in
            self != nil
        } content: { [weak self] in
            self?.content
        } decode: { [weak self] data in
            let stored = try JSONReader().decode(StoredValue.self, from: data)
            return { [weak self] source in self?.restore(stored, source, reloads: reloads) ?? false }
        } noteCatchUp: { [weak self] in
            self?.noteCatchUp()
        }
    }

    private var content: StoredMember.Content? {
        guard let at else { return nil }
        let stored = StoredValue(value: value, isOutdated: isOutdated)
        return StoredMember.Content(
            positions: [at], storedDate: storedDate, loadedAt: loadedAt, shownAt: shownAt, revision: revision
        ) {
            try OrbitJSON.encoder.encode(stored)
        }
    }

    private func restore(_ stored: StoredValue, _ source: StoredMember.Source, reloads: Bool) -> Bool {
        guard at == nil, value == nil, coordinator.phase == .idle, let position = source.part.positions.first,
            source.part.positions.count == 1
        else { return false }
        var restored = stored.value
        var isOutdated = stored.isOutdated || reloads || !source.hasLog
        if source.isLate {
            // Without all events, the resource could show a person who was hidden in the meantime.
            guard source.hasLog, let missing = log.events(since: position) else { return false }
            for event in missing where definition.apply(event, to: &restored).isOutdated { isOutdated = true }
        }
        (value, isValueChanged, self.isOutdated) = (restored, true, isOutdated)
        at = source.hasLog ? position : .nowhere
        if source.isLate, let end = log.position { at?.advance(to: end) }
        (storedDate, shownAt) = (source.part.currentAt, source.part.shownAt)
        coordinator.settle()
        hasNews = true
        publish()
        return true
    }

    private func noteCatchUp() {
        if storedDate != nil, !isOutdated { (storedDate, loadedAt) = (nil, log.time.date) }
    }
}
