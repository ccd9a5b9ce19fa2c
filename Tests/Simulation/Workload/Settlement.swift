import Auth
import Chat
import Connections
import Foundation
import OrbitModels
import OrbitStore
import Presentation

/// The end of a simulation: the faults stop, and everything has to arrive.
extension World {
    /// Stops all faults, starts all processes, and waits until no request is in flight. The wait has a bound
    /// (liveness).
    func settle() async {
        findings.note("the faults stop")
        network.weather = .calm
        server.start()
        for device in devices {
            device.setFull(false)
            device.correctDate()
            device.launch()
            device.setFrozen(false)
            network.setOffline(device.number, false)
            if let app = device.app { app.act { await app.retry() } }
        }
        let start = time.now
        var open = "the devices have not started"
        // The first pause lets the sessions be restored.
        repeat {
            await pause(.seconds(1))
            check()
            guard findings.violations.isEmpty else { return }
            open = await unfinishedWork()
        } while !open.isEmpty && time.now < start + bound
        findings.require(open.isEmpty, "liveness", "after \(bound), \(open)")
        guard open.isEmpty else { return }
        // The process that is compared must not end meanwhile.
        for device in devices { device.preventCrashes() }
        // A load that began before the faults stopped can still fail, and a list loads its next page by itself while
        // nothing is shown. Some failures stay, such as that of a conversation that has ended.
        let last = time.now
        var attempts = 0
        repeat {
            attempts += 1
            for device in devices { await repeatFailedLoads(of: device) }
            for device in devices { await device.user?.log.refreshesEnd() }
            while devices.contains(where: { isLoading($0) }), time.now < last + Self.bound { await pause(.seconds(1)) }
        } while devices.contains(where: { $0.user?.hasFailedLoad ?? false }) && attempts < 3
        if let user = devices.last?.user { await loadRest(of: user) }
        while devices.contains(where: { isLoading($0) }), time.now < last + Self.bound { await pause(.seconds(1)) }
    }

    /// Whether a list of a device has a request in flight. Nobody waits for the loads that a list begins by itself.
    private func isLoading(_ device: Device) -> Bool { device.user?.isLoading ?? false }

    /// Returns the work that has not ended; empty if nothing is in flight.
    private func unfinishedWork() async -> String {
        for device in devices {
            let name = "device \(device.number)"
            guard let app = device.app else {
                // The process may crash during its first calls of the disk. A person starts it again.
                device.launch()
                return "\(name) does not run"
            }
            if app.actionCount > 0 { return "\(name) has \(app.actionCount) actions in flight" }
            switch await app.session.state {
            case .unknown: return "\(name) has not read its session"
            case .unreadable(let reason):
                app.act { await app.retry() }
                return "\(name) cannot read its session: \(reason)"
            case .signedIn, .signedOut: break
            }
            guard let user = app.user else { continue }
            if let chat = user.chat, let unsent = await unsentMessages(of: chat, on: device) { return unsent }
            if user.log.connection != .live, plan.hasStreams { return "\(name) is not connected" }
            // Before the head is read, because the announcement is an event.
            if let delay = await delayedReload(of: user.owner) { return "\(name) \(delay)" }
            let head: LogPosition?
            do { head = try await server.store.logPosition(of: user.owner) } catch { return "\(name): \(error)" }
            guard let position = user.log.position, position == head else {
                return "\(name) is at \(user.log.position?.description ?? "no position") of \(head?.description ?? "")"
            }
            if isLoading(device) { return "\(name) loads a list" }
        }
        return ""
    }

    /// The time within which everything has to arrive.
    private var bound: Duration { wire.mirror.delayedOwners.isEmpty ? Self.bound : Self.boundWithReloads }

    /// Returns the reload that a person's devices wait for, because the server has dropped events of conversations.
    /// `nil` without one. Runs the scheduled work of the server, which announces it.
    private func delayedReload(of owner: UserID) async -> String? {
        guard wire.mirror.delayedOwners.contains(owner) else { return nil }
        do {
            try await server.runScheduledWork()
            return try await server.store.awaitsReloadOfConversations(owner) ? "awaits a reload" : nil
        } catch {
            return "\(error)"
        }
    }

    /// Loads the lists that show a failure, as a person does. After a wrong date, loads all lists again.
    private func repeatFailedLoads(of device: Device) async {
        guard let user = device.user else { return }
        await repeatLoad(of: user.pokes.incoming, on: device)
        await repeatLoad(of: user.pokes.outgoing, on: device)
        await repeatLoad(of: user.matches.matches, on: device)
        await repeatLoad(of: user.blocks.blocked, on: device)
        guard let chat = user.chat else { return }
        await repeatLoad(of: chat.conversations.conversations, on: device)
        if let proposals = chat.proposals { await repeatLoad(of: proposals.proposals, on: device) }
        if let screen = chat.screen, screen.messages.failure != nil { await screen.load() }
    }

    /// Loads all pages of all loaded lists, as a person does who scrolls to their ends.
    private func loadRest(of user: UserModels) async {
        await loadRest(of: user.pokes.incoming)
        await loadRest(of: user.pokes.outgoing)
        await loadRest(of: user.matches.matches)
        await loadRest(of: user.blocks.blocked)
        if let chat = user.chat { await loadRest(of: chat.conversations.conversations) }
    }

    private func loadRest<Element: Identifiable & Sendable>(
        of list: PagedList<Element>
    ) async where Element.ID: Comparable & Sendable {
        for _ in 0..<Self.maxPages {
            guard list.hasMore, list.items.failure == nil else { return }
            if list.items.isLoading { await pause(.seconds(1)) } else { await list.loadMore() }
        }
        findings.require(!list.hasMore, "lists", "the \(list.name.rawValue) have no end")
    }

    /// The maximum number of pages of a list in a short simulation, with a margin for loads that it begins by itself.
    private static var maxPages: Int { 40 }

    private func repeatLoad<Element: Identifiable & Sendable>(
        of list: PagedList<Element>, on device: Device
    ) async where Element.ID: Comparable & Sendable {
        if case .idle = list.items { return }
        if list.items.failure != nil || device.hadWrongDate { await list.load() }
    }
}
