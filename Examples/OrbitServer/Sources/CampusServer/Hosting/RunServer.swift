import Foundation
import Logging
import OrbitBackend
import OrbitDemo
import ServiceLifecycle
import TimeAndChance
import UnixSignals
import Validation

/// Runs a server until SIGTERM or SIGINT.
package struct RunServer: Sendable {
    let campus: Campus
    let options: ServerOptions
    let mail: ServerConfiguration.Mail
    let sender: EmailAddress?
    let logger: Logger

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - campus: The backend with its store and mail spool.
    ///   - options: The address and the limits.
    ///   - mail: The delivery of messages.
    ///   - sender: The sender of messages. Without it, messages remain in the spool.
    ///   - logger: The log.
    package init(
        campus: Campus, options: ServerOptions, mail: ServerConfiguration.Mail = .spool,
        from sender: EmailAddress? = nil, logger: Logger
    ) {
        (self.campus, self.options, self.mail, self.sender, self.logger) = (campus, options, mail, sender, logger)
    }

    /// The age from which a temporary file belongs to no running process.
    private static let temporaryFileAge: TimeInterval = 3_600

    /// Runs the services. They stop in reverse order, so that streams and requests end before the work.
    package func run(time: any TimeSource = SystemClock()) async throws {
        let server = try ServerApplication(
            backend: campus.backend, store: campus.store, registry: campus.registry, spool: campus.spool,
            options: options, logger: logger, time: time)
        campus.spool?.removeTemporaryFiles(before: time.date.addingTimeInterval(-Self.temporaryFileAge))
        var services: [any Service] = []
        if case .sendmail(let path) = mail, let sender, let spool = campus.spool {
            let program = Sendmail(path: path, sender: sender, time: time)
            services.append(
                SpoolDelivery(spool: spool, metrics: server.state.metrics, time: time, logger: logger) {
                    try await program.send($0)
                })
        }
        if let certificate = server.certificate {
            services.append(CertificateRenewal(certificate: certificate, time: time, logger: logger))
        }
        services.append(BackendWork(backend: campus.backend, life: campus.life))
        services.append(server.application)
        services.append(Readiness(state: server.state))
        var configuration = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = options.limits.shutdown
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            throw StartupError.readable(error, host: options.host, port: options.port)
        }
    }
}

/// The work of the backend that no caller waits for, and the people of a demonstration.
private struct BackendWork: Service {
    let backend: OrbitBackend
    let life: CampusLife?

    func run() async throws {
        await cancelWhenGracefulShutdown { [backend, life] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await backend.work() }
                if let life { group.addTask { await life.run(until: .distantFuture) } }
            }
        }
    }
}

/// Makes `/ready` fail as the first step of a shutdown.
private struct Readiness: Service {
    let state: ServerState

    func run() async throws {
        try? await gracefulShutdown()  // a cancelled task stops as well
        state.beginShutdown()
    }
}
